/** A self-certified system whose accounts a file lists: Provision reads the file, and people make the changes. */
import { expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemTask } from "#events/entities/systemTask.ts";
import { oneDatabase } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { addSystem, MANUAL_ID, pathOf } from "../support.ts";
import { useCsvRuns } from "./csvRuns.ts";

oneDatabase((database) => {
  const on = useCsvRuns(database, "manual");

  test("its file is imported, and its changes are tasks", async () => {
    await on.provide(["1,ann,read", "2,bob,write"]);
    const system = (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>();
    expect(system).toMatchObject({ kind: "manual", inbound: true, outbound: false });
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 2 } });
    expect(await on.accounts()).toEqual({ ann: ["read"], bob: ["write"] });

    const task = { action: "disable", account: "ann", note: "" };
    const created = await on.owner.post(`${on.path}/tasks`, task);
    expect(created.statusCode, created.body).toBe(201);
    const { id } = created.json<SystemTask>();
    const attested = await on.owner.post(`${on.path}/tasks/${id}/attest`);
    expect(attested.statusCode, attested.body).toBe(200);
    await on.provide(["1,ann,write", "2,bob,write"]);
    expect(await on.run()).toMatchObject({ status: "done", counts: { changed: 1, unchanged: 1 } });
    expect(await on.accounts()).toEqual({ ann: ["write"], bob: ["write"] });
  });

  test("a system without a file is not read", async () => {
    const { clientId } = on.directory;
    const { resourceId, inbound } = await addSystem(on.owner, clientId, {
      connectorId: MANUAL_ID,
      kind: "manual",
    });
    expect(inbound).toBe(false);
    const started = await on.owner.post(`${pathOf(clientId, resourceId)}/runs`, { kind: "full" });
    expectError(started, "ECONFLICT");
  });
});

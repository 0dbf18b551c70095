/** Changes of a preview that no worker takes: leaving changes out, rejecting and cancelling. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ProvisionPreview, ProvisionStatus } from "#events/entities/provisioning.ts";
import type { Browser, TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";
import { openApproverApi } from "./approvers.ts";
import { storePlan } from "./storedPlans.ts";

const AT = new Date("2026-03-02T08:00:00Z");

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let ids: { client_id: string; resource_id: string };
  let id: string;
  let path: string;

  beforeAll(async () => {
    ({ directory, api, browser: owner } = await openApproverApi(database.current, ["mapper"]));
  });
  afterAll(() => api.app.close());

  /** A preview with two accounts to create and one to disable. */
  beforeEach(async () => {
    const { clientId, users } = directory;
    const manual = { connectorId: MANUAL_ID, kind: "manual" } as const;
    const { resourceId } = await addSystem(owner, clientId, manual);
    ids = { client_id: clientId, resource_id: resourceId };
    path = `${pathOf(clientId, resourceId)}/previews`;
    const plan = { actor_id: users.owner, actor: "owner", created_at: AT, planned_at: AT };
    id = await storePlan(database.current.db, { clientId, resourceId }, plan, [
      { kind: "create", account: "dora" },
      { kind: "create", account: "emil" },
      { kind: "disable", account: "fred" },
    ]);
  });

  const patch = (body: readonly object[], browser = owner) =>
    browser.send("PATCH", `${path}/${id}`, { body });
  const replace = (where: string, value: unknown) => patch([{ op: "replace", path: where, value }]);
  const leftOut = async () => {
    const rows = await database.current.db
      .selectFrom("provisioning_changes")
      .select("account")
      .where("plan_id", "=", id)
      .where("left_out", "=", true)
      .orderBy("no")
      .execute();
    return rows.map(({ account }) => account);
  };
  const stored = () =>
    database.current.db
      .selectFrom("provisioning_plans")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const setStatus = (status: ProvisionStatus) =>
    database.current.db
      .updateTable("provisioning_plans")
      .set({ status })
      .where("id", "=", id)
      .execute();
  const audited = async (call: string) => {
    const rows = await database.current.db
      .selectFrom("audit")
      .select(["call", "after"])
      .where("target", "=", ids.resource_id)
      .where("call", "=", call)
      .execute();
    return rows.map(({ after }) => after);
  };

  test("[MAP-24] one change or all of a kind are left out, and only those", async () => {
    expect((await replace("/objects/2/leftOut", true)).statusCode).toBe(200);
    expect(await leftOut()).toEqual(["emil"]);
    expect((await replace("/kinds/disable/leftOut", true)).statusCode).toBe(200);
    expect(await leftOut()).toEqual(["emil", "fred"]);
    expect((await replace("/objects/2/leftOut", false)).statusCode).toBe(200);
    expect(await leftOut()).toEqual(["fred"]);
    expectError(await replace("/objects/4/leftOut", true), "ENOTFOUND");
    expectError(await replace("/kinds/grant/leftOut", true), "ENOTFOUND");
    expect((await stored()).version).toBe(4);
    const step = (more: object) => ({ preview: id, steps: JSON.stringify([more]) });
    expect(await audited("provisioning/patchPreview")).toEqual(
      expect.arrayContaining([
        step({ type: "objects", no: 2, leftOut: true }),
        step({ type: "kinds", kind: "disable", leftOut: true }),
        step({ type: "objects", no: 2, leftOut: false }),
      ]),
    );
  });

  test("each person who leaves changes out is recorded once", async () => {
    const mapper = await api.signIn("mapper");
    const body = [{ op: "replace", path: "/objects/1/leftOut", value: true }];
    for (const browser of [owner, mapper, mapper]) {
      expect((await patch(body, browser)).statusCode).toBe(200);
    }
    const { users } = directory;
    expect((await stored()).editors).toEqual([{ id: users.mapper, username: "mapper" }]);
  });

  test.each([
    ["replace", "/objects/1/leftOut", "true"],
    ["replace", "/objects/x/leftOut", true],
    ["replace", "/objects/1234567890/leftOut", true],
    ["replace", "/objects/1/state", true],
    ["replace", "/objects/1/leftOut/x", true],
    ["replace", "/kinds/1/leftOut", true],
    ["replace", "/objects/create/leftOut", true],
    ["replace", "/kinds/create/leftOut", null],
    ["replace", "/kinds/other/leftOut", true],
    ["replace", "/things/create/leftOut", true],
    ["replace", "/status", "planned"],
    ["add", "/objects/1/leftOut", true],
    ["add", "/status", "cancelled"],
    ["test", "/version", "1"],
    ["test", "/status", "planned"],
  ])("the change %s of %s to %j is refused", async (op, where, value) => {
    const answer = await patch([
      { op: "replace", path: "/objects/2/leftOut", value: true },
      { op, path: where, value },
    ]);
    expect(expectError(answer, "EINVALID").fields?.[0]?.path).toBe("/body/1");
    expect(await leftOut()).toEqual([]);
  });

  test("only the version that the user saw is changed, and a test alone changes nothing", async () => {
    const version = (value: number) => ({ op: "test", path: "/version", value });
    const change = { op: "replace", path: "/objects/1/leftOut", value: true };
    expectError(await patch([version(2), change]), "ECONFLICT");
    expect((await patch([version(1)])).statusCode).toBe(200);
    expect(await audited("provisioning/patchPreview")).toEqual([]);
    expect(await stored()).toMatchObject({ version: 1, editors: [] });
    expect((await patch([version(1), change])).statusCode).toBe(200);
    expect(await leftOut()).toEqual(["dora"]);
  });

  test.each<[ProvisionStatus, ProvisionStatus | null]>([
    ["waiting", "cancelled"],
    ["computing", "cancelled"],
    ["planned", null],
    ["rejected", null],
    ["done", null],
  ])("a preview that is %s becomes %s when it is cancelled", async (before, after) => {
    await setStatus(before);
    const answer = await replace("/status", "cancelled");
    if (after === null) expectError(answer, "ECONFLICT");
    else expect(answer.json<ProvisionPreview>().status).toBe(after);
    const { status, ended_at } = await stored();
    expect({ status, ended_at }).toEqual({
      status: after ?? before,
      ended_at: after === null ? null : api.clock.now,
    });
  });

  test("a preview that is applied is cancelled by the worker, between two changes", async () => {
    await setStatus("applying");
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ due_at: AT })
      .where("id", "=", id)
      .execute();
    const poke = vi.spyOn(api.app.services.provisioner, "poke");
    expect((await replace("/status", "cancelled")).statusCode).toBe(200);
    expect(poke).toHaveBeenCalledTimes(1);
    poke.mockRestore();
    expect(await stored()).toMatchObject({
      status: "applying",
      cancelled_at: api.clock.now,
      ended_at: null,
      due_at: null,
      version: 2,
    });
  });

  test("a worker loses a preview that is cancelled", async () => {
    await setStatus("computing");
    await database.current.db
      .updateTable("provisioning_plans")
      .set({ lease_owner: randomUUID(), lease_until: AT })
      .where("id", "=", id)
      .execute();
    await replace("/status", "cancelled");
    expect(await stored()).toMatchObject({ lease_owner: null, lease_until: null, version: 2 });
  });

  test("previews of other systems, and those that are gone, are not found", async () => {
    const other = `${pathOf(ids.client_id, directory.resources.crm)}/previews`;
    const body = [{ op: "replace", path: "/objects/1/leftOut", value: true }];
    expectError(await owner.send("PATCH", `${other}/${id}`, { body }), "ENOTFOUND");
    expectError(await owner.send("PATCH", `${path}/${randomUUID()}`, { body }), "ENOTFOUND");
    expectError(await owner.post(`${path}/${randomUUID()}/reject`), "ENOTFOUND");
    expectError(await owner.post(other), "ENOTFOUND");
    expect(await leftOut()).toEqual([]);
  });

  test("a preview is generated only for a published and confirmed system that can be written", async () => {
    const { db } = database.current;
    const ofSystem = pathOf(ids.client_id, ids.resource_id);
    const codeOf = async () => {
      const { body } = await owner.post(path);
      return (JSON.parse(body) as { detail?: { code: string } }).detail?.code;
    };
    const set = (values: { readonly confirmed?: boolean; readonly kind?: "hr" | "manual" }) =>
      db
        .updateTable("connected_systems")
        .set(values)
        .where("resource_id", "=", ids.resource_id)
        .execute();
    await set({ confirmed: true });
    expect(await codeOf()).toBe("systems.notPublished");
    const { version } = (await owner.get(`${ofSystem}/system`)).json<{ version: number }>();
    await owner.post(`${ofSystem}/publication`, { version });
    await set({ confirmed: false });
    expect(await codeOf()).toBe("provisioning.notConfirmed");
    await set({ confirmed: true, kind: "hr" });
    expect(await codeOf()).toBe("provisioning.notWritable");
    await set({ kind: "manual" });
    const poke = vi.spyOn(api.app.services.provisioner, "poke");
    const generated = (await owner.post(path)).json<ProvisionPreview>();
    expect(generated).toMatchObject({ status: "waiting", no: 1, actor: "owner" });
    expect(poke).toHaveBeenCalledTimes(1);
    poke.mockRestore();
    expect(await audited("provisioning/generatePreview")).toEqual([{ preview: generated.id }]);
    expect(await codeOf()).toBe("provisioning.isOpen");
  });

  test("only a preview that waits for a decision is rejected, or changed", async () => {
    const reject = () => owner.post(`${path}/${id}/reject`);
    for (const status of ["waiting", "computing", "applying", "done"] as const) {
      await setStatus(status);
      expectError(await reject(), "ECONFLICT");
      expectError(await replace("/objects/1/leftOut", true), "ECONFLICT");
    }
    await setStatus("planned");
    expect((await reject()).json()).toMatchObject({ status: "rejected" });
    expect(await stored()).toMatchObject({ version: 2, ended_at: api.clock.now });
    expect(await audited("provisioning/rejectPreview")).toEqual([{ preview: id }]);
    expectError(await reject(), "ECONFLICT");
  });

  test("a person's preview takes the place of one of Provision that is not complete", async () => {
    const { db } = database.current;
    const { version } = (await owner.get(`${pathOf(ids.client_id, ids.resource_id)}/system`)).json<{
      version: number;
    }>();
    const published = await owner.post(`${pathOf(ids.client_id, ids.resource_id)}/publication`, {
      version,
    });
    expect(published.statusCode, published.body).toBe(200);
    await db
      .updateTable("connected_systems")
      .set({ confirmed: true })
      .where("resource_id", "=", ids.resource_id)
      .execute();
    for (const status of ["waiting", "computing"] as const) {
      await db
        .updateTable("provisioning_plans")
        .set({ status, actor_id: null, actor: "Provision" })
        .where("resource_id", "=", ids.resource_id)
        .execute();
      const answer = await owner.post(path);
      expect(answer.statusCode, answer.body).toBe(201);
      const plans = await db
        .selectFrom("provisioning_plans")
        .select(["status", "actor"])
        .where("resource_id", "=", ids.resource_id)
        .execute();
      expect(plans).toEqual([{ status: "waiting", actor: "owner" }]);
    }
    await setStatus("waiting");
    expectError(await owner.post(path), "ECONFLICT");
  });
});

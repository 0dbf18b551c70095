/** Accounts whose owner arrives after them. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { oneDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,person";

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const linkByPerson = async (): Promise<void> => {
    await on.changeImportSettings({ owner: { attribute: "person", field: "externalId" } });
  };
  const addPerson = async (externalId: string): Promise<string> => {
    const oid = randomUUID();
    const { clientId } = on.directory;
    await on.db
      .insertInto("identities")
      .values({ client_id: clientId, oid, external_id: externalId, search_key: externalId })
      .execute();
    return oid;
  };
  const owners = async (): Promise<Record<string, string | null>> => {
    const rows = await on.db
      .selectFrom("accounts")
      .select(["name", "identity_oid"])
      .where("resource_id", "=", on.resourceId)
      .execute();
    return Object.fromEntries(rows.map(({ name, identity_oid: owner }) => [name, owner]));
  };
  /** The next run of an unchanged system, which changes the accounts of so many objects. */
  const runAgain = async (changed: number, unchanged: number): Promise<SystemRun> => {
    const run = await on.run();
    expect(run).toMatchObject({
      status: "done",
      counts: { added: 0, changed, unchanged, gone: 0, orphaned: 0 },
    });
    return run;
  };

  test("the next run links an account whose owner has arrived, and its undo takes that back", async () => {
    const [ann, bob] = [`L-${randomUUID()}`, `L-${randomUUID()}`];
    await linkByPerson();
    await on.provide([`1,ann,read,${ann}`, `2,bob,read,${bob}`, "3,service,read,"], HEADER);
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 3, orphaned: 3 } });
    await runAgain(0, 3);
    const oid = await addPerson(ann);
    const linked = await runAgain(1, 2);
    expect(await on.entries(linked.oid)).toMatchObject([{ objectId: "1", change: "changed" }]);
    expect(await owners()).toEqual({ ann: oid, bob: null, service: null });
    await runAgain(0, 3);
    const other = await addPerson(bob);
    const last = await runAgain(1, 2);
    expect(await owners()).toEqual({ ann: oid, bob: other, service: null });
    const answer = await on.owner.post(`${on.path}/runs/${last.oid}/undo`);
    expect(await on.settled(answer.json<SystemRun>().oid)).toMatchObject({ status: "done" });
    expect(await owners()).toEqual({ ann: oid, bob: null, service: null });
  });

  test("neither an owner whom a person chose nor a decision against owners changes", async () => {
    const [ann, bob] = [`L-${randomUUID()}`, `L-${randomUUID()}`];
    await linkByPerson();
    await on.provide([`1,ann,read,${ann}`, `2,bob,read,${bob}`, "3,service,read,"], HEADER);
    const first = await on.run();
    const chosen = await addPerson(`L-${randomUUID()}`);
    await on.db
      .updateTable("accounts")
      .set({ identity_oid: chosen })
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", "ann")
      .execute();
    const entry = (await on.entries(first.oid)).find(({ objectId }) => objectId === "2");
    await on.db
      .insertInto("correlation_decisions")
      .values({
        client_id: on.directory.clientId,
        resource_id: on.resourceId,
        id: randomUUID(),
        object_class: entry?.objectClass ?? "",
        object_id: "2",
        name: "bob",
        decision: "none",
        decided_by: "owner",
        decided_at: on.api.clock.now,
      })
      .execute();
    await addPerson(ann);
    await addPerson(bob);
    await runAgain(0, 3);
    expect(await owners()).toEqual({ ann: chosen, bob: null, service: null });
  });
});

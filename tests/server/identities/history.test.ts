/** What happened to a person and to the person's accounts: joined, moved, left, and what imports, tasks and decisions did. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { IdentityChange } from "#events/entities/identityChange.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import type { SystemTask } from "#events/entities/systemTask.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createTask } from "#server/systems/tasks/commands.ts";
import { people } from "../support/importing.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { addSystem, MANUAL_ID } from "../systems/support.ts";

const PATH = (clientId: string) => `/api/clients/${clientId}/identities`;

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const historyOf = async (oid: string): Promise<IdentityChange[]> => {
    const answer = await on.owner.get(`${PATH(on.directory.clientId)}/${oid}/changes`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ _embedded: { changes: IdentityChange[] } }>()._embedded.changes;
  };
  /** Imports of tables have the time of the machine, and runs that of the test. */
  const accountHistoryOf = async (oid: string) =>
    (await historyOf(oid)).filter(({ kind }) => kind !== "joined");
  const importPeople = (...rows: string[][]) =>
    importDirectory(on.db, {
      clientId: on.directory.clientId,
      identities: people(...rows),
      actor: { id: on.directory.users.owner, username: "owner" },
    });
  const oidOf = async (externalId: string) => {
    const { oid } = await on.db
      .selectFrom("identities")
      .select("oid")
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "=", externalId)
      .executeTakeFirstOrThrow();
    return oid;
  };
  const apply = async (): Promise<SystemRun> => {
    on.api.clock.now = new Date(on.api.clock.now.getTime() + 1000);
    const read = await on.run();
    if (read.status !== "planned") return read;
    const where = `${on.path}/runs/${read.oid}/approve`;
    await on.owner.post(where, { hash: read.hash });
    return on.settled(read.oid);
  };
  const linkById = async () => {
    await on.changeImportSettings({ owner: { attribute: "id", field: "externalId" } });
  };

  test("a person joins, moves and changes by imports, with what was different before", async () => {
    const id = `N-${randomUUID()}`;
    await importPeople([id, "nia", "Teller", "Retail", "Oslo", "7"]);
    await importPeople([id, "nia", "Clerk", "Retail", "Bergen", "7"]);
    await importPeople([id, "nia2", "Clerk", "Retail", "Bergen", "8"]);
    // Nothing but an additional attribute changes.
    await importPeople([id, "nia2", "Clerk", "Retail", "Bergen", "9"]);
    const history = await historyOf(await oidOf(id));
    expect(history.map(({ kind, actor, subject }) => [kind, actor, subject])).toEqual([
      ["changed", "owner", null],
      ["moved", "owner", null],
      ["joined", "owner", null],
    ]);
    expect(history[1]?.fields).toEqual([
      { field: "jobTitle", before: "Teller", after: "Clerk" },
      { field: "location", before: "Oslo", after: "Bergen" },
    ]);
    expect(history[0]?.fields).toEqual([{ field: "username", before: "nia", after: "nia2" }]);
    expect(history[0]?.source).toBeUndefined();
  });

  test("a person who is imported again returns", async () => {
    const id = `N-${randomUUID()}`;
    await importPeople([id, "ola", "Teller", "", "", ""]);
    const oid = await oidOf(id);
    await on.db
      .updateTable("identities")
      .set({ ended_at: on.api.clock.now })
      .where("oid", "=", oid)
      .execute();
    await importPeople([id, "ola", "Teller", "", "", ""]);
    expect((await historyOf(oid)).map(({ kind }) => kind)).toEqual(["returned", "joined"]);
  });

  test("the history lists what runs found in the person's accounts, except for the first run", async () => {
    const id = `N-${randomUUID()}`;
    const other = `N-${randomUUID()}`;
    await importPeople([id, "pia", "", "", "", ""], [other, "quin", "", "", "", ""]);
    await linkById();
    await on.provide([`${id},pia,read`]);
    expect((await apply()).status).toBe("done");
    const [oid, otherOid] = [await oidOf(id), await oidOf(other)];
    expect(await accountHistoryOf(oid)).toEqual([]);

    await on.provide([`${id},pia,read`, `${id},pia,write`, `${other},quin,read`]);
    const second = await apply();
    const [gained] = await accountHistoryOf(oid);
    expect(gained).toMatchObject({
      kind: "accessGained",
      subject: "pia",
      actor: "owner",
      fields: [{ field: "added", before: null, after: "write" }],
      source: { kind: "run", resourceId: on.resourceId, no: second.no },
    });
    expect((await accountHistoryOf(otherOid))[0]).toMatchObject({
      kind: "accountFound",
      subject: "quin",
    });

    await on.provide([`${id},pia,read`]);
    await apply();
    expect((await accountHistoryOf(oid))[0]).toMatchObject({
      kind: "accessLost",
      fields: [{ field: "removed", before: null, after: "write" }],
    });
    expect((await accountHistoryOf(otherOid))[0]).toMatchObject({ kind: "accountMissing" });
  });

  test("the history lists tasks when they are added and when they are done", async () => {
    const { clientId, users } = on.directory;
    await on.db
      .updateTable("clients")
      .set({ limit_self_certified: null })
      .where("id", "=", clientId)
      .execute();
    const id = `N-${randomUUID()}`;
    await importPeople([id, "ria", "", "", "", ""]);
    const oid = await oidOf(id);
    const manual = { connectorId: MANUAL_ID, kind: "manual" };
    const { resourceId, name } = await addSystem(on.owner, clientId, manual);
    const taskId = await inTransaction(on.db, (tx) =>
      createTask(
        tx,
        { clientId, resourceId, action: "create", account: "RIA", identityOid: oid },
        { at: on.api.clock.now, actor: { id: users.owner, username: "owner" }, call: "test" },
      ),
    );
    const task = `/api/clients/${clientId}/resources/${resourceId}/tasks/${taskId}`;
    on.api.clock.now = new Date(on.api.clock.now.getTime() + 1000);
    const attested = await on.owner.post(`${task}/attest`);
    expect(attested.json<SystemTask>().state).toBe("attested");
    const history = (await historyOf(oid)).filter(({ kind }) => kind.startsWith("task"));
    expect(history.map(({ kind, subject, source }) => [kind, subject, source])).toEqual([
      ["taskAttested", "RIA", { kind: "task", resourceId, resourceName: name, no: null }],
      ["taskAdded", "RIA", { kind: "task", resourceId, resourceName: name, no: null }],
    ]);
  });
});

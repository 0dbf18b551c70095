/** The undo of an HR run while somebody begins to use what the run added. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AccessRole } from "#events/entities/accessRole.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { eachDatabase, onPostgres } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { waitingForLocks } from "../../support/waitingForLocks.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,number,given,department";

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  const untilWaiting = waitingForLocks(() => on.db);

  /** A run that adds a person and an org of that name. */
  const addPerson = async (name: string): Promise<SystemRun> => {
    const identity = { externalId: "number", givenName: "given", department: "department" };
    await on.changeImportSettings({ identity });
    await on.provide(["1,ann,,first,Ann,"], HEADER);
    await on.run();
    await on.provide(["1,ann,,first,Ann,", `2,bob,,${name},Bob,${name}`], HEADER);
    const run = await on.run();
    expect(run).toMatchObject({ status: "done", undoable: true });
    return run;
  };

  const uses = [
    {
      kind: "person",
      table: "access_role_assignments",
      find: (name: string) =>
        on.db.selectFrom("identities").select("oid").where("external_id", "=", name),
      outcome: { peopleRemoved: 0 },
    },
    {
      kind: "org",
      table: "inducements",
      find: (name: string) => on.db.selectFrom("orgs").select("oid").where("name", "=", name),
      outcome: { peopleRemoved: 1, orgsRemoved: 0 },
    },
  ] as const;

  const undo = async (runOid: string): Promise<string> => {
    const started = await on.owner.post(`${on.path}/runs/${runOid}/undo`);
    expect(started.statusCode, started.body).toBe(202);
    return started.json<SystemRun>().oid;
  };
  /** Gives a new role. */
  const granter = async (kind: "person" | "org") => {
    const client = `/api/clients/${on.directory.clientId}`;
    const created = await on.owner.post(`${client}/roles`, {
      name: `Role ${randomUUID()}`,
      description: "",
      resourceOid: null,
      entitlementOids: [],
      ownerOids: [],
    });
    expect(created.statusCode, created.body).toBe(201);
    const { oid: roleOid } = created.json<AccessRole>();
    return async (oid: string) =>
      await on.owner.send("PUT", `${client}/roles/${roleOid}/grants/${oid}`, {
        body: { kind, validFrom: null, validUntil: null, expected: null },
      });
  };

  for (const { kind, table, find, outcome } of uses) {
    test(`the ${kind} that the undo removed gets no role`, async () => {
      const name = randomUUID();
      const run = await addPerson(name);
      const { oid } = await find(name).executeTakeFirstOrThrow();
      const grant = await granter(kind);
      expect(await on.settled(await undo(run.oid))).toMatchObject({ status: "done" });
      expectError(await grant(oid), "ENOTFOUND");
    });

    onPostgres(database)(
      `the undo keeps the ${kind} that gets a role while the undo runs`,
      async () => {
        const name = randomUUID();
        const run = await addPerson(name);
        const { oid } = await find(name).executeTakeFirstOrThrow();
        const grant = await granter(kind);
        const { granted, undoOid } = await inTransaction(on.db, async (tx) => {
          await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
          const granted = grant(oid);
          await untilWaiting(1);
          const undoOid = await undo(run.oid);
          await untilWaiting(2);
          return { granted, undoOid };
        });
        const reply = await granted;
        expect(reply.statusCode, reply.body).toBeLessThan(300);
        expect(await on.settled(undoOid)).toMatchObject({ status: "done" });
        expect(await find(name).execute()).toEqual([{ oid }]);
        const audited = await on.db
          .selectFrom("audit")
          .select("after")
          .where("call", "=", "systemRuns/applied")
          .where("target", "=", on.resourceId)
          .execute();
        expect(audited.map(({ after }) => after)).toContainEqual(
          expect.objectContaining({ kind: "undo", ...outcome }),
        );
      },
    );
  }
});

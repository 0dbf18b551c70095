/** The undo of an import while somebody begins to use what the import added. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { holdLock } from "#server/db/advisoryLocks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { undoByNumber } from "#server/import/history/undoByNumber.ts";
import { undoImport } from "#server/import/history/undoImport.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { useAccessRoles } from "../accessRoles/accessRoleCalls.ts";
import { eachDatabase, onPostgres } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { holdings, people } from "../support/importing.ts";
import { waitingForLocks } from "../support/waitingForLocks.ts";

interface Added {
  readonly no: number;
  readonly person: string;
  readonly org: string;
  readonly roleOid: string;
}

eachDatabase((database) => {
  const roles = useAccessRoles(database);
  const db = () => database.current.db;
  let added: Added;
  let role: string;

  /** An import that adds a person, an org and an entitlement; and a role without entitlements. */
  beforeEach(async () => {
    const { clientId } = roles.directory;
    const name = randomUUID();
    const { importNo } = await importDirectory(db(), {
      clientId,
      identities: people([name, name, name, "", "", ""]),
      access: holdings([name, name, "account", "Open"]),
    });
    const { rows } = await sql<Omit<Added, "no">>`
      select person.oid as person, org.oid as org, entitlement.role_oid as "roleOid"
      from identities person
      join orgs org on org.client_id = person.client_id and org.name = ${name}
      join resources resource on resource.client_id = person.client_id and resource.name = ${name}
      join entitlements entitlement on entitlement.client_id = person.client_id
        and entitlement.resource_id = resource.id
      where person.client_id = ${clientId} and person.external_id = ${name}
    `.execute(db());
    const [found] = rows;
    if (importNo === null || !found) throw new Error("The import added nothing");
    added = { ...found, no: importNo };
    role = (await roles.create(`Role ${name}`)).oid;
  });

  const undo = () => undoByNumber(db(), { client: "Acme", no: added.no, runBy: "mia" });
  const grant = async (kind: "person" | "org", oid: string) =>
    await roles.mapper.send("PUT", `${roles.client}/roles/${role}/grants/${oid}`, {
      body: { kind, validFrom: null, validUntil: null, expected: null },
    });

  /** What begins, the table that it writes last, how its reply is refused once the undo was first, and why the undo is. */
  const uses = [
    {
      use: "a role of an entitlement",
      begin: async () =>
        await roles.owner.post(`${roles.client}/roles`, {
          name: added.roleOid,
          description: "",
          resourceOid: null,
          entitlementOids: [added.roleOid],
          ownerOids: [],
        }),
      table: "access_role_entitlements",
      refusal: "EINVALID",
      reason: "policies or access roles use them",
    },
    {
      use: "a role of a person",
      begin: () => grant("person", added.person),
      table: "access_role_assignments",
      refusal: "ENOTFOUND",
      reason: "they have or own access roles",
    },
    {
      use: "a role of an owner",
      begin: async () =>
        await roles.owner.post(`${roles.client}/roles`, {
          name: added.person,
          description: "",
          resourceOid: null,
          entitlementOids: [],
          ownerOids: [added.person],
        }),
      table: "access_role_owners",
      refusal: "EINVALID",
      reason: "they have or own access roles",
    },
    {
      use: "the policy of an org",
      begin: () => grant("org", added.org),
      table: "inducements",
      refusal: "ENOTFOUND",
      reason: "policies or access roles use them",
    },
  ] as const;

  const untilWaiting = waitingForLocks(db);
  const onlyOnPostgres = onPostgres(database);

  for (const lock of ["imports", "policies"] as const) {
    onlyOnPostgres(`an undo waits for a transaction that changes ${lock}`, async () => {
      const { clientId } = roles.directory;
      const { id: importId } = await db()
        .selectFrom("import_history")
        .select("id")
        .where("client_id", "=", clientId)
        .where("no", "=", added.no)
        .executeTakeFirstOrThrow();
      const request = { clientId, importId, at: new Date(), actor: "mia" };
      const { undone } = await inTransaction(db(), async (tx) => {
        await holdLock(tx, lock);
        const begun = inTransaction(db(), (own) => undoImport(own, request));
        await untilWaiting(1);
        return { undone: begun };
      });
      expect(await undone).toMatchObject({ no: added.no, status: "done" });
    });
  }

  for (const { use, begin, table, refusal, reason } of uses) {
    test(`${use} is refused after the undo`, async () => {
      await undo();
      expectError(await begin(), refusal);
    });

    onlyOnPostgres(`${use} that was first keeps what the import added`, async () => {
      const begun = await inTransaction(db(), async (tx) => {
        await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
        const using = begin();
        await untilWaiting(1);
        const undone = undo().catch((error: unknown) => error);
        await untilWaiting(2);
        return { using, undone };
      });
      const reply = await begun.using;
      expect(reply.statusCode, reply.body).toBeLessThan(300);
      expect(await begun.undone).toMatchObject({
        code: "ENOTUNDOABLE",
        message: expect.stringContaining(reason),
      });
    });

    onlyOnPostgres(`${use} is refused if the undo was first`, async () => {
      const begun = await inTransaction(db(), async (tx) => {
        await sql`lock table accounts in share mode`.execute(tx);
        const undone = undo();
        await untilWaiting(1);
        const using = begin();
        await untilWaiting(2);
        return { using, undone };
      });
      expect(await begun.undone).toMatchObject({ no: added.no });
      expectError(await begun.using, refusal);
    });
  }
});

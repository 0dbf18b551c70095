/** An import that removes entitlements while a change of many policies grants them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { usePolicyChanges } from "../policyChanges/policyChangeCalls.ts";
import { eachDatabase, onPostgres } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { holdings } from "../support/importing.ts";
import { waitingForLocks } from "../support/waitingForLocks.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const db = () => database.current.db;
  const onlyOnPostgres = onPostgres(database);
  const untilWaiting = waitingForLocks(db);
  let resource: string;
  let roleOid: string;

  const importOf = (entitlement: string) =>
    importDirectory(db(), {
      clientId: setup.directory.clientId,
      mode: "replace",
      access: holdings(["", resource, "shared", entitlement]),
    });
  const roleOids = async () =>
    (
      await db()
        .selectFrom("entitlements as e")
        .innerJoin("resources as r", "r.id", "e.resource_id")
        .select("e.role_oid")
        .where("r.name", "=", resource)
        .execute()
    ).map((row) => row.role_oid);

  beforeEach(async () => {
    resource = `Resource ${randomUUID()}`;
    await importOf("Open");
    roleOid = (await roleOids())[0] ?? "";
  });

  const begin = async () => {
    const request = {
      orgs: { all: false, oids: [setup.directory.orgs.Ops] },
      operation: "add",
      roles: { all: false, oids: [roleOid] },
    };
    const { fingerprint } = await setup.preview(request);
    return async () => await setup.apply(request, fingerprint);
  };

  test("a change of an entitlement that an import removed is refused", async () => {
    const change = await begin();
    await importOf("Close");
    expectError(await change(), "EINVALID");
    expect(await setup.grantsNow()).toEqual([]);
  });

  onlyOnPostgres("a change that was first keeps the entitlements that it grants", async () => {
    const change = await begin();
    const { changed, imported } = await inTransaction(db(), async (tx) => {
      await sql`lock table inducements in share mode`.execute(tx);
      const changed = change();
      await untilWaiting(1);
      const imported = importOf("Close");
      await Promise.race([imported, untilWaiting(2)]);
      return { changed, imported };
    });
    const reply = await changed;
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await imported).entitlements).toMatchObject({ added: 1, removed: 0 });
    expect(await roleOids()).toContain(roleOid);
  });

  onlyOnPostgres("a change is refused if the import was first", async () => {
    const change = await begin();
    const { changed, imported } = await inTransaction(db(), async (tx) => {
      await sql`lock table accounts in share mode`.execute(tx);
      const imported = importOf("Close");
      await untilWaiting(1);
      const changed = change();
      await Promise.race([changed, untilWaiting(2)]);
      return { changed, imported };
    });
    expect((await imported).entitlements).toMatchObject({ added: 1, removed: 1 });
    expectError(await changed, "EINVALID");
    expect(await setup.grantsNow()).toEqual([]);
  });
});

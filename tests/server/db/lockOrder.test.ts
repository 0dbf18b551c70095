import { sql } from "kysely";
import { expect, test } from "vitest";
import { holdLock } from "#server/db/advisoryLocks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { eachDatabase } from "../support/databases.ts";
import { HeldLocks, LOCK_ORDER, locksOf } from "../support/lockOrder.ts";

test.each([
  ["select pg_advisory_xact_lock(5127904663)", ["imports"]],
  ['select "id" from "users" where "id" = $1 for no key update', ["users"]],
  [
    "select u.id from users u join user_clients l on true\n  order by u.id for no key update of u",
    ["users"],
  ],
  [
    'select * from "account_tokens" inner join "users" on true for no key update of "users"',
    ["users"],
  ],
  [
    "with k as (select 1 from entitlements where true order by id for key share) select 1",
    ["entitlements"],
  ],
  ['select * from "mining_reports" limit 1 for update skip locked', ["mining_reports"]],
  ['update "orgs" set "has_policy" = $1', ["orgs"]],
  ["with d as (delete from mining_reports r returning 1) select 1", ["mining_reports"]],
  ["select * from users", []],
  ['update "sessions" set "user_id" = $1', []],
])("%j locks %j", (statement, locks) => {
  expect([...new Set(locksOf(statement))]).toEqual(locks);
});

test("a lock is taken after its predecessors, and again at any time", () => {
  const held = new HeldLocks();
  const lock = (table: string) => held.take(`select 1 from ${table} for update`);
  lock("orgs");
  lock("clients");
  lock("orgs");
  expect(() => lock("bulk_changes")).toThrow("bulk_changes is locked after orgs");
  lock("users");
});

test("each lock has one place", () => {
  expect(new Set(LOCK_ORDER).size).toBe(LOCK_ORDER.length);
});

eachDatabase((database) => {
  test("taking locks out of order is refused", async () => {
    const taking = inTransaction(database.current.db, async (tx) => {
      await tx.selectFrom("users").select("id").forNoKeyUpdate().execute();
      await holdLock(tx, "clientNames");
    });
    await expect(taking).rejects.toThrow("clientNames is locked after users");
  });

  test("an ended transaction holds no locks", async () => {
    const { background } = database.current;
    for (const lock of ["signOnAddresses", "imports"] as const) {
      await inTransaction(background, (tx) => holdLock(tx, lock));
    }
    await sql`update users set archived = archived`.execute(background);
    await inTransaction(background, (tx) => holdLock(tx, "imports"));
  });
});

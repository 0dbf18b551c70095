/** The names of entitlements as filters see them: made here, as the database cannot fold case in the way of all filters. */
import { sql, type Kysely } from "kysely";
import { normalizeForFilter } from "#events/policy/filterText.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";

/** Entitlements in one transaction. */
const AT_ONCE = 5000;

/** Makes the keys that are missing in a client, as an import of an earlier version made none. One look at an index where none is. */
export async function makeEntitlementKeys(db: Kysely<Database>, clientId: string): Promise<void> {
  while (await inTransaction(db, (tx) => makeSome(tx, clientId)));
}

/** @returns whether there were some. */
async function makeSome(tx: Kysely<Database>, clientId: string): Promise<boolean> {
  const entitlements = await tx
    .selectFrom("entitlements")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .where("search_key", "is", null)
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (entitlements.length === 0) return false;
  await sql`
    update entitlements e set search_key = k.key
    from unnest(
      ${entitlements.map(({ id }) => id)}::uuid[],
      ${entitlements.map(({ name }) => normalizeForFilter(name))}::text[]
    ) as k (id, key)
    where e.client_id = ${clientId} and e.id = k.id
  `.execute(tx);
  return true;
}

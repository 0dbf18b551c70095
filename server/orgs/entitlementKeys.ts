/** The names of entitlements as filters see them. */
import { sql, type Kysely } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { makeMissingKeys } from "../lists/backfillKeys.ts";

/** Entitlements in one transaction. */
const AT_ONCE = 5000;

/** Makes the keys that are missing in a client: an import of an earlier version made none. */
export function makeEntitlementKeys(db: Kysely<Database>, clientId: string): Promise<void> {
  return makeMissingKeys(db, "entitlements", clientId, makeSome);
}

/** @returns the last of the entitlements. */
async function makeSome(
  tx: Kysely<Database>,
  clientId: string,
  after: string,
): Promise<string | null> {
  const entitlements = await tx
    .selectFrom("entitlements")
    .select(["id", "name"])
    .where("client_id", "=", clientId)
    .where("search_key", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const last = entitlements.at(-1);
  if (!last) return null;
  await sql`
    update entitlements e set search_key = k.key
    from unnest(
      ${entitlements.map(({ id }) => id)}::uuid[],
      ${entitlements.map(({ name }) => normalizeForFilter(name))}::text[]
    ) as k (id, key)
    where e.client_id = ${clientId} and e.id = k.id
  `.execute(tx);
  return last.id;
}

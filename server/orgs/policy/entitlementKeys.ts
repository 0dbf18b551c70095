/** The names of entitlements in the form that filters compare. The import writes them with the rows. */
import { sql, type Kysely } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../../db/schema.ts";
import { backfillKeys } from "../../lists/backfillKeys.ts";

/** Entitlements per transaction. */
const BATCH = 5000;

/** Makes the keys of entitlements that an earlier version imported. */
export function backfillEntitlementKeys(db: Kysely<Database>): Promise<void> {
  return backfillKeys(db, "entitlements", async (tx, clientId, after) => {
    const entitlements = await tx
      .selectFrom("entitlements")
      .select(["id", "name"])
      .where("client_id", "=", clientId)
      .where("search_key", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    await sql`
      update entitlements e set search_key = k.key
      from unnest(
        ${entitlements.map(({ id }) => id)}::uuid[],
        ${entitlements.map(({ name }) => normalizeForFilter(name))}::text[]
      ) as k (id, key)
      where e.client_id = ${clientId} and e.id = k.id
    `.execute(tx);
    return entitlements.at(-1)?.id ?? null;
  });
}

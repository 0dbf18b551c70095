/** The searched text of people's attributes. The import writes it with the rows. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { attributeSearchKey } from "../import/planIdentity.ts";
import { backfillKeys, lacksKey } from "../lists/backfillKeys.ts";

/** People per transaction. */
const BATCH = 5000;

/** Creates the keys of people whom an earlier version imported. An interrupted backfill continues at the next start. */
export function backfillAttributeKeys(db: Kysely<Database>): Promise<void> {
  return backfillKeys(db, "identities", async (tx, clientId, after) => {
    const people = await tx
      .selectFrom("identities")
      .select(["oid", "attributes"])
      .where("client_id", "=", clientId)
      .where(lacksKey("identities"))
      .where("oid", ">", after)
      .orderBy("oid")
      .limit(BATCH)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    await sql`
      update identities i set attribute_key = k.key
      from unnest(
        ${people.map(({ oid }) => oid)}::uuid[],
        ${people.map((person) => attributeSearchKey(person))}::text[]
      ) as k (oid, key)
      where i.client_id = ${clientId} and i.oid = k.oid
    `.execute(tx);
    return people.at(-1)?.oid ?? null;
  });
}

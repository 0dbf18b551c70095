import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** Deletes all policies and their history. */
export async function clearPolicies(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom("inducements").execute();
  await db.deleteFrom("policy_change_orgs").execute();
  await db.deleteFrom("policy_changes").execute();
}

/** The counts that lists of orgs and resources show are stored beside them. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Counts a client's directory anew, in the transaction that changes orgs, memberships, accounts or entitlements. */
export async function countDirectory(tx: Kysely<Database>, clientId: string): Promise<void> {
  await sql`select count_directory(${clientId})`.execute(tx);
}

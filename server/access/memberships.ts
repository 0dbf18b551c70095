/** The version of a client's memberships: orgs, who is in them, and who holds access roles. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Call this in each transaction that changes orgs, their places, their members or the holders of access roles. */
export async function noteMemberships(tx: Kysely<Database>, clientId: string): Promise<void> {
  await sql`
    insert into membership_versions (client_id, version) values (${clientId}, 1)
    on conflict (client_id) do update set version = membership_versions.version + 1
  `.execute(tx);
}

/** 0 for a client whose memberships never changed. */
export async function readMembershipVersion(
  db: Kysely<Database>,
  clientId: string,
): Promise<number> {
  const row = await db
    .selectFrom("membership_versions")
    .select("version")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

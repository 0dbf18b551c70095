/** The version of a client's memberships: the orgs, their members, and the assignments of access roles. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** Increments the version. Call it in each transaction that changes orgs, parents, members or assigned access roles. */
export async function noteMemberships(tx: Kysely<Database>, clientId: string): Promise<void> {
  await sql`
    insert into membership_versions (client_id, version) values (${clientId}, 1)
    on conflict (client_id) do update set version = membership_versions.version + 1
  `.execute(tx);
}

/** The version is 0 if the client's memberships never changed. */
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

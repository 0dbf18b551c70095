/** What a client's directory holds is stored beside it: counting a large one takes seconds. */
import { sql, type Kysely } from "kysely";
import type { ClientCounts } from "#events/entities/client.ts";
import type { Database } from "../db/schema.ts";

/** Counts anew, in the transaction that changes orgs, memberships, resources, accounts or entitlements. */
export async function storeCounts(tx: Kysely<Database>, clientId: string): Promise<void> {
  await sql`select count_directory(${clientId})`.execute(tx);
}

const NOTHING = {
  identities: 0,
  resources: 0,
  entitlements: 0,
  accounts: 0,
  unlinkedAccounts: 0,
  assignments: 0,
};

/** What the client's directory contained after its last import. */
export async function loadStoredCounts(
  db: Kysely<Database>,
  clientId: string,
): Promise<typeof NOTHING> {
  const stored = await db
    .selectFrom("directory_counts")
    .select(["identities", "resources", "entitlements", "accounts", "assignments"])
    .select("unlinked_accounts as unlinkedAccounts")
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return stored ?? NOTHING;
}

/** What the client's directory contained after its last import, and its orgs as they are now. */
export async function loadCounts(db: Kysely<Database>, clientId: string): Promise<ClientCounts> {
  const stored = await loadStoredCounts(db, clientId);
  // The roots do not count: they stand for all.
  const { rows } = await sql<{
    type: keyof ClientCounts["orgs"];
    all: number;
    peopled: number;
    bare: number;
  }>`
    select type, count(*) as all,
      count(*) filter (where member_count > 0) as peopled,
      count(*) filter (where member_count > 0 and not has_policy) as bare
    from orgs where client_id = ${clientId} and parent_oid is not null group by type
  `.execute(db);
  const orgs = { "job-titles": 0, departments: 0, locations: 0 };
  let orgsWithMembers = 0;
  let orgsWithoutPolicy = 0;
  for (const { type, all, peopled, bare } of rows) {
    orgs[type] = all;
    orgsWithMembers += peopled;
    orgsWithoutPolicy += bare;
  }
  return { ...stored, orgs, orgsWithMembers, orgsWithoutPolicy };
}

/** Clients, and who may administer them. */
import { sql, type Kysely, type Selectable } from "kysely";
import type { Client, ClientCounts } from "#events/entities/client.ts";
import type { ClientsTable, Database } from "../db/schema.ts";

/** What a client is called that nobody has named yet. */
export const DEFAULT_CLIENT_NAME = "My organisation";

/** A client as rows of users hold it, too. */
export type ClientRow = Omit<Selectable<ClientsTable>, "created_at" | "secure_agent_seen_at">;

export function toClient(row: ClientRow): Client {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    url: row.url,
    coreProcessor: row.core_processor,
    address: row.address,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    icon: row.icon,
    adminEnabled: row.admin_enabled,
    limitSelfCertified: row.limit_self_certified,
    limitSystemExport: row.limit_system_export,
    limitApi: row.limit_api,
    usernameFormatId: row.username_format_id,
    usernameFormatCustom: row.username_format_custom,
  };
}

/** The form of a client's name by which it is told from others. */
export function clientNameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, "");
}

/** Gives a user every client that it lacks, behind those it has. */
export async function linkAllClients(tx: Kysely<Database>, userId: string): Promise<void> {
  await sql`
    insert into user_clients (user_id, client_id, position)
    select ${userId}, c.id,
      coalesce((select max(position) from user_clients where user_id = ${userId}), 0)
        + row_number() over (order by c.created_at, c.name)
    from clients c
    where not exists (select from user_clients l where l.user_id = ${userId} and l.client_id = c.id)
    on conflict do nothing
  `.execute(tx);
}

/** What the client's directory holds. Three queries, so that others get their turn on the embedded database. */
export async function countDirectory(
  db: Kysely<Database>,
  clientId: string,
): Promise<ClientCounts> {
  const [things, access, orgs] = await Promise.all([
    countThings(db, clientId),
    countAccess(db, clientId),
    countOrgsByType(db, clientId),
  ]);
  return { ...things, ...access, ...orgs };
}

async function countThings(db: Kysely<Database>, clientId: string) {
  const { rows } = await sql<Pick<ClientCounts, "identities" | "resources" | "entitlements">>`
    select
      (select count(*) from identities where client_id = ${clientId}) as identities,
      (select count(*) from resources where client_id = ${clientId}) as resources,
      (select count(*) from entitlements where client_id = ${clientId}) as entitlements
  `.execute(db);
  return only(rows);
}

async function countAccess(db: Kysely<Database>, clientId: string) {
  const { rows } = await sql<Pick<ClientCounts, "accounts" | "unlinkedAccounts" | "assignments">>`
    select count(*) as accounts,
      count(*) filter (where identity_oid is null) as "unlinkedAccounts",
      coalesce(sum(cardinality(entitlement_nos)), 0) as assignments
    from accounts where client_id = ${clientId}
  `.execute(db);
  return only(rows);
}

/** The roots do not count: they stand for all. */
async function countOrgsByType(db: Kysely<Database>, clientId: string) {
  const { rows } = await sql<{
    job_titles: number;
    departments: number;
    locations: number;
    with_members: number;
    without_policy: number;
  }>`
    with recursive
    below as (
      select oid, type, parent_oid from orgs
      where client_id = ${clientId} and parent_oid is not null
    ),
    peopled as (
      select oid, parent_oid from below
      where exists (
        select from identity_orgs m where m.client_id = ${clientId} and m.org_oid = below.oid
      )
      union
      select parent.oid, parent.parent_oid from peopled
      join below parent on parent.oid = peopled.parent_oid
    ),
    policies as (
      select count(*) as with_members,
        count(*) filter (where not exists (
          select from inducements i where i.client_id = ${clientId} and i.org_oid = peopled.oid
        )) as without_policy
      from peopled
    )
    select
      (select count(*) from below where type = 'job-titles') as job_titles,
      (select count(*) from below where type = 'departments') as departments,
      (select count(*) from below where type = 'locations') as locations,
      with_members, without_policy
    from policies
  `.execute(db);
  const row = only(rows);
  return {
    orgs: {
      "job-titles": row.job_titles,
      departments: row.departments,
      locations: row.locations,
    },
    orgsWithMembers: row.with_members,
    orgsWithoutPolicy: row.without_policy,
  };
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("An aggregate gave no row");
  return row;
}

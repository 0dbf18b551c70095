/** Clients, their administrators, owners and managers. */
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from "kysely";
import { CLIENT_USERS_MAX, type Client, type ClientUser } from "#events/entities/client.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { ClientsTable, Database, RowPatch } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { writeListed } from "../users/listedUsers.ts";

/** The default name of a client. */
export const DEFAULT_CLIENT_NAME = "My organisation";

/** A client as stored in users' rows. */
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
    requiresSecondFactor: row.requires_second_factor,
    requiresSecondApprover: row.requires_second_approver,
  };
}

export async function requiresSecondApprover(
  db: Kysely<Database>,
  clientId: string,
): Promise<boolean> {
  const client = await db
    .selectFrom("clients")
    .select("requires_second_approver")
    .where("id", "=", clientId)
    .executeTakeFirstOrThrow();
  return client.requires_second_approver;
}

/** The normalized name of a client, which is unique. */
export function clientNameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, "");
}

/**
 * Locks the naming of clients until the transaction ends, because no index enforces that normalized names are unique.
 */
export async function lockClientNames(tx: Kysely<Database>): Promise<void> {
  await holdLock(tx, "clientNames");
}

/** Adds a client to the users who lack it, as their last one. @returns the usernames of those who lacked it. */
export async function linkUsers(
  tx: Kysely<Database>,
  clientId: string,
  userIds: readonly string[],
): Promise<{ readonly id: string; readonly username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`
    with added as (
      insert into user_clients (user_id, client_id, position)
      select u.id, ${clientId}::uuid,
        coalesce((select max(position) from user_clients where user_id = u.id), 0) + 1
      from users u
      where u.id = any(${toUuids(userIds)})
      on conflict do nothing
      returning user_id
    )
    select u.id, u.username from added join users u on u.id = added.user_id order by u.username_key
  `.execute(tx);
  await writeListed(
    tx,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** Adds every missing client to a user, after the existing ones. */
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
  await writeListed(tx, [userId]);
}

/** @returns the client, locked until the transaction ends. */
export async function lockClient(tx: Transaction<Database>, id: string): Promise<Client> {
  const row = await tx
    .selectFrom("clients")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
  return toClient(row);
}

export async function writeClient(
  tx: Transaction<Database>,
  id: string,
  columns: RowPatch<"clients">,
): Promise<Client> {
  const row = await tx
    .updateTable("clients")
    .set(columns)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toClient(row);
}

/** Maximum users in a listing. */
export const LISTED_MAX = CLIENT_USERS_MAX * 2;

/** Users who have a role named owner, in any case. */
export function listOwnersOf(db: Kysely<Database>, clientId: string): Promise<ClientUser[]> {
  return listWhere(
    db,
    clientId,
    sql`exists (
      select from user_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = u.id and lower(r.name) = 'owner'
    )`,
  );
}

export function listManagersOf(db: Kysely<Database>, clientId: string): Promise<ClientUser[]> {
  return listWhere(db, clientId, sql`(l.is_hr or l.is_ad)`);
}

async function listWhere(
  db: Kysely<Database>,
  clientId: string,
  condition: RawBuilder<unknown>,
): Promise<ClientUser[]> {
  const { rows } = await sql<ClientUser>`
    select u.id, u.username, u.family_name as "familyName", u.given_name as "givenName",
      l.is_hr as "isHr", l.is_ad as "isAd"
    from user_clients l join users u on u.id = l.user_id
    where l.client_id = ${clientId} and not l.archived and ${condition}
    order by l.name_key, l.username_key, u.username_key
    limit ${LISTED_MAX}
  `.execute(db);
  return rows;
}

export type ManagerFlags = Pick<ClientUser, "id" | "isHr" | "isAd">;

/** Locks every manager and the given users in a fixed order, so that concurrent changes wait and do not deadlock. */
export async function loadManagerFlags(
  tx: Transaction<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<readonly ManagerFlags[]> {
  const { rows } = await sql<ManagerFlags>`
    select user_id as id, is_hr as "isHr", is_ad as "isAd" from user_clients
    where client_id = ${clientId} and not archived
      and (is_hr or is_ad or user_id = any(${toUuids(ids)}))
    order by user_id
  `.execute(tx);
  return rows;
}

/** When the client's secure agent last reported. */
export async function findSecureAgent(
  db: Kysely<Database>,
  clientId: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom("clients")
    .select("secure_agent_seen_at")
    .where("id", "=", clientId)
    .executeTakeFirstOrThrow(() => notFound("clients.notFound"));
  return row.secure_agent_seen_at;
}

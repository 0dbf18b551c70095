/** Clients, and who may administer them. */
import { sql, type Kysely, type Selectable } from "kysely";
import type { Client } from "#events/entities/client.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { ClientsTable, Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { writeMissingKeys } from "../users/searchKeys.ts";

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

/** Keeps others from naming clients until the transaction ends: whether two names are alike, no index can tell. */
export async function lockClientNames(tx: Kysely<Database>): Promise<void> {
  await holdLock(tx, "clientNames");
}

/** Gives a new client to those of the users who have all the others, behind these. */
export async function linkNewClient(
  tx: Kysely<Database>,
  clientId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into user_clients (user_id, client_id, position)
    select u.id, ${clientId}::uuid,
      coalesce((select max(position) from user_clients where user_id = u.id), 0) + 1
    from users u
    where u.id = any(${toUuids(userIds)}) and not exists (
      select from clients c
      where c.id <> ${clientId}::uuid
        and not exists (select from user_clients l where l.user_id = u.id and l.client_id = c.id)
    )
  `.execute(tx);
  await writeMissingKeys(tx, userIds);
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
  await writeMissingKeys(tx, [userId]);
}

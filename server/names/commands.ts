/**
 * Writes the names by which the command palette finds orgs and users. Each transaction that adds orgs or users, or
 * changes their names, calls one of these afterwards. Correct names are not written again.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Rows (client_id, id) of orgs or users, and rows (client_id, id, rank, key, name, detail) of their names. */
interface Named {
  readonly kind: "org" | "user";
  readonly things: RawBuilder<unknown>;
  readonly keys: RawBuilder<unknown>;
}

export function writeOrgNames(
  tx: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  const orgs = sql`orgs o where o.client_id = ${clientId} and o.oid = any(${toUuids(oids)})`;
  return writeNames(tx, {
    kind: "org",
    things: sql`select o.client_id, o.oid as id from ${orgs}`,
    keys: sql`
      select o.client_id, o.oid as id, k.rank, k.key, o.display_name as name, o.type as detail
      from (select * from ${orgs}) o, name_keys(o.display_name) k`,
  });
}

/** In all clients of the users. */
export function writeUserNames(tx: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  const ofUsers = sql`any(${toUuids(userIds)})`;
  return writeNames(tx, {
    kind: "user",
    things: sql`select client_id, user_id as id from user_clients where user_id = ${ofUsers}`,
    keys: sql`
      select l.client_id, u.id, k.rank, k.key, trim(u.given_name || ' ' || u.family_name) as name,
        u.username as detail
      from user_clients l join users u on u.id = l.user_id, lateral (
        select rank, key from name_keys(u.given_name || ' ' || u.family_name)
        union select 1, name_key(u.family_name || ' ' || u.given_name)
        union select 1, name_key(u.username)
      ) k
      where l.user_id = ${ofUsers} and k.key <> ''`,
  });
}

/** The names of a user in one client. */
export async function deleteUserNames(
  tx: Kysely<Database>,
  { clientId, id }: { readonly clientId: string; readonly id: string },
): Promise<void> {
  await tx.deleteFrom("names").where("client_id", "=", clientId).where("id", "=", id).execute();
}

/** The names of deleted orgs. */
export async function deleteOrgNames(
  tx: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  await sql`
    delete from names where client_id = ${clientId} and kind = 'org' and id = any(${toUuids(oids)})
  `.execute(tx);
}

/** Two statements, because a single one would still see the rows that it deletes. */
async function writeNames(tx: Kysely<Database>, { kind, things, keys }: Named): Promise<void> {
  await sql`
    with wanted as materialized (${keys})
    delete from names n using (${things}) t
    where n.client_id = t.client_id and n.id = t.id and n.kind = ${kind} and not exists (
      select from wanted w
      where (w.client_id, w.id, w.rank, w.key, w.name, w.detail)
        = (n.client_id, n.id, n.rank, n.key, n.name, n.detail))
  `.execute(tx);
  await sql`
    insert into names (client_id, kind, rank, key, id, name, detail)
    select client_id, ${kind}, rank, key, id, name, detail from (${keys}) k
    on conflict do nothing
  `.execute(tx);
}

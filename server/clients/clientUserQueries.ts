/** A client's users who own it or manage something for it. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import { CLIENT_USERS_MAX, type ClientUser } from "#events/entities/client.ts";
import { compareNames } from "#events/rules/nameOrder.ts";
import type { Database } from "../db/schema.ts";

/** Users that a listing gives at most. */
export const LISTED_MAX = CLIENT_USERS_MAX * 2;

/** Those who have a role named owner, in any case. */
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
    order by u.family_name collate "C", u.given_name collate "C", u.username_key
    limit ${LISTED_MAX}
  `.execute(db);
  return rows.toSorted(
    (one, other) =>
      compareNames(one.familyName, other.familyName) ||
      compareNames(one.givenName, other.givenName) ||
      compareNames(one.username, other.username),
  );
}

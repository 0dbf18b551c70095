/**
 * The data of users that lists, totals and the palette read: the keys in `user_clients`, `user_counts` and `names`. A
 * transaction that adds or links users, or changes their names, addresses or archiving, calls `writeListed` afterwards.
 * No other code writes these.
 */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { backfillKeys } from "../lists/backfillKeys.ts";
import { toUuids } from "../lists/sqlText.ts";
import { deleteUserNames, writeUserNames } from "../names/commands.ts";
import { searchKeyOf } from "./searchKeys.ts";

/** Users per transaction of a backfill. */
const BATCH = 2000;

/** Locks the users, so that no name changes while its keys are written. */
export async function writeListed(tx: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const users = await tx
    .selectFrom("users")
    .where(sql<boolean>`users.id = any(${toUuids(userIds)})`)
    .select(["users.id", "users.username", "given_name", "family_name", "email", "users.archived"])
    .orderBy("users.id")
    .forNoKeyUpdate()
    .execute();
  // In lower case, as some databases lower no letters but those of ASCII.
  const keys = users.map(({ id, archived, ...named }) => ({
    id,
    archived,
    family: named.family_name.toLowerCase(),
    given: named.given_name.toLowerCase(),
    username: named.username.toLowerCase(),
    email: named.email?.toLowerCase() ?? "",
    search: searchKeyOf(named),
  }));
  // A character before all others ends the family name: Berg comes before Bergen.
  await sql`
    with given as materialized (
      select id, archived, sort_key(family) || chr(1) || sort_key(given) as name,
        sort_key(username) as username, sort_key(email) as email, search
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (id uuid, archived boolean,
        family text, given text, username text, email text, search text)
    ), former as materialized (
      select client_id, user_id, archived, counted from user_clients
      where user_id = any(${toUuids(userIds)})
    ), changed as (
      update user_clients l set archived = g.archived, counted = true, name_key = g.name,
        username_key = g.username, email_key = g.email, search_key = g.search
      from given g, former f
      where l.user_id = g.id and f.user_id = g.id and f.client_id = l.client_id
        and (l.archived, l.counted, l.name_key, l.username_key, l.email_key, l.search_key)
          is distinct from (g.archived, true, g.name, g.username, g.email, g.search)
      returning l.client_id, l.archived, f.archived as was_archived, f.counted as was_counted
    )
    insert into user_counts (client_id, archived, users)
    select client_id, archived, sum(users) from (
      select client_id, archived, 1 as users from changed
      union all
      select client_id, was_archived, -1 from changed where was_counted
    ) c
    group by client_id, archived having sum(users) <> 0
  `.execute(tx);
  await writeUserNames(tx, userIds);
}

/** Removes a locked user from the client. */
export async function unlinkUser(
  tx: Kysely<Database>,
  { clientId, id }: { readonly clientId: string; readonly id: string },
): Promise<void> {
  await sql`
    with removed as (
      delete from user_clients where client_id = ${clientId} and user_id = ${id}
      returning client_id, archived, counted
    )
    insert into user_counts (client_id, archived, users)
    select client_id, archived, -1 from removed where counted
  `.execute(tx);
  await deleteUserNames(tx, { clientId, id });
}

/** Lists the users of links without keys, which an earlier version or direct SQL wrote. */
export function backfillListed(db: Kysely<Database>): Promise<void> {
  return backfillKeys(db, "user_clients", async (tx, clientId, after) => {
    const links = await tx
      .selectFrom("user_clients")
      .where("client_id", "=", clientId)
      .where("search_key", "is", null)
      .where("user_id", ">", after)
      .select("user_id")
      .orderBy("user_id")
      .limit(BATCH)
      .execute();
    const ids = links.map(({ user_id }) => user_id);
    await writeListed(tx, ids);
    return ids.at(-1) ?? null;
  });
}

/** Consolidates the count rows that user changes have left. */
export async function compactUserCounts(db: Kysely<Database>): Promise<void> {
  await sql`
    with counted as (delete from user_counts returning *)
    insert into user_counts
    select client_id, archived, sum(users) from counted group by client_id, archived
    having sum(users) <> 0
  `.execute(db);
}

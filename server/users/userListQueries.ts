/** The list of a client's users. */
import { sql, type Kysely } from "kysely";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { compareNames } from "#events/rules/nameOrder.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText } from "../lists/sqlText.ts";
import { toSearched } from "./searchKeys.ts";

export interface UserSelection {
  readonly clientId: string;
  readonly archived: boolean;
  readonly contains?: string | undefined;
  readonly manager?: "hr" | "ad" | "billing" | undefined;
}

const MANAGERS = {
  hr: sql`l.is_hr`,
  ad: sql`l.is_ad`,
  billing: sql`not l.is_hr and not l.is_ad`,
} as const;

const USERS: List<UserSelection, ListedUser, "name" | "username" | "email"> = {
  table: "user_clients",
  alias: "l",
  key: ["user_id"],
  // Written out, as few users are archived, and no plan suits both.
  scope: ({ clientId, archived }) => [
    sql`l.client_id = ${clientId}`,
    sql`l.archived = ${sql.lit(archived)}`,
  ],
  filters: ({ contains, manager }) => [
    ...matchesText(sql`l.search_key`, contains && toSearched(contains)),
    ...(manager ? [MANAGERS[manager]] : []),
  ],
  sorts: {
    name: [{ by: sql`l.name_key` }],
    username: [{ by: sql`l.username_key` }],
    email: [{ by: sql`l.email_key` }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, u.id, u.username, u.family_name as "familyName",
      u.given_name as "givenName", u.email, u.onboarded, u.archived, l.is_hr as "isHr",
      l.is_ad as "isAd",
      array(
        select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id
      ) as "roleNames"
    from page p
    join user_clients l on l.client_id = ${clientId} and l.user_id = p.user_id
    join users u on u.id = p.user_id`,
  total: countUsers,
};

async function countUsers(
  db: Kysely<Database>,
  { clientId, archived }: UserSelection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(users), 0)::bigint as count from user_counts
    where client_id = ${clientId} and archived = ${archived}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds up the rows that changes of users have left. */
export async function compactUserCounts(db: Kysely<Database>): Promise<void> {
  await sql`
    with counted as (delete from user_counts returning *)
    insert into user_counts
    select client_id, archived, sum(users) from counted group by client_id, archived
    having sum(users) <> 0
  `.execute(db);
}

export async function listUsers(
  db: Kysely<Database>,
  selection: UserSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, USERS, selection, paging);
  const users = items.map((user) => ({
    ...user,
    roleNames: user.roleNames.toSorted(compareNames),
  }));
  return { users, page };
}

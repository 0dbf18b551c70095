/** Pages of a client's users, by indexes and without a look at each user. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { compareNames } from "#events/rules/nameOrder.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import type { Order, Page } from "../lists/paging.ts";
import { containing } from "../lists/sqlText.ts";

export const USER_ORDERS = ["name", "username", "email"] as const;
export type UserOrder = Order<(typeof USER_ORDERS)[number]>;

export interface UserSelection {
  readonly clientId: string;
  readonly archived: boolean;
  /** As `toSearched` gives it. */
  readonly contains?: string | undefined;
  readonly manager?: "hr" | "ad" | "billing" | undefined;
}

const MANAGERS = {
  hr: sql`l.is_hr`,
  ad: sql`l.is_ad`,
  billing: sql`not l.is_hr and not l.is_ad`,
} as const;

const likeText = (text: string) => sql`l.search_key like ${containing(text)}`;
/** Finds the same in less time, but tells the planner nothing: for those who look at all users in any case. */
const holdsText = (text: string) => sql`strpos(l.search_key, ${normalizeForFilter(text)}) > 0`;

function conditions(
  { clientId, archived, contains, manager }: UserSelection,
  matches: (text: string) => RawBuilder<unknown> = likeText,
) {
  // Written out, as few users are archived, and a plan for both would suit neither.
  const parts = [sql`l.client_id = ${clientId}`, sql`l.archived = ${sql.lit(archived)}`];
  if (contains) parts.push(matches(contains));
  if (manager) parts.push(MANAGERS[manager]);
  return sql.join(parts, sql` and `);
}

/** Of so many users, in the order of the list, those that a common text finds fill a page. */
const FIRST_LOOKED_AT = 2000;

/** A page of users and how many there are in all. */
export async function findUsers(
  db: Kysely<Database>,
  selection: UserSelection,
  page: Page,
  order: UserOrder,
): Promise<{ users: ListedUser[]; total: number }> {
  const isSearch = selection.contains !== undefined || selection.manager !== undefined;
  // All users are looked at once: what is common is found among the first, and counted; what is not, with its count.
  if (isSearch && page.number === 0) {
    const { users } = await listFrom(db, selection, order, 0, page.size, "first");
    if (users.length === page.size) return { users, total: await countUsers(db, selection) };
    const found = await listFrom(db, selection, order, 0, page.size, "matching");
    return { users: found.users, total: found.total ?? 0 };
  }
  const total = await countUsers(db, selection);
  const first = page.size * page.number;
  const size = Math.min(page.size, total - first);
  if (size <= 0) return { users: [], total };
  // Rows that are passed over cost time: none passes over more than half of them.
  const fromEnd = total - first - size;
  if (first <= fromEnd) {
    const { users } = await listFrom(db, selection, order, first, size);
    return { users, total };
  }
  const turned = { ...order, direction: order.direction === "asc" ? "desc" : "asc" } as const;
  const { users } = await listFrom(db, selection, turned, fromEnd, size);
  return { users: users.toReversed(), total };
}

async function countUsers(db: Kysely<Database>, selection: UserSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from user_clients l where ${conditions(selection, holdsText)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Where a list looks: at the first users alone; at all of them, whose order an index has; or at those that a look at all
 * finds, which are to be few, and are counted.
 */
type Among = "first" | "all" | "matching";

async function listFrom(
  db: Kysely<Database>,
  selection: UserSelection,
  { field, direction }: UserOrder,
  offset: number,
  limit: number,
  among: Among = "all",
): Promise<{ users: ListedUser[]; total: number | null }> {
  const { clientId, archived } = selection;
  const key = sql.ref(`l.${field}_key`);
  const way = sql.raw(direction);
  const looksAt =
    among === "first"
      ? sql`(
          select * from user_clients l where ${conditions({ clientId, archived })}
          order by ${key} ${way}, l.user_id ${way} limit ${sql.lit(FIRST_LOOKED_AT)}
        )`
      : sql`user_clients`;
  const isCounted = among === "matching";
  // The first rows come from an index, whoever's they are, where the plan knows that they are few.
  const isFirst = offset === 0 && selection.contains === undefined;
  const window = isFirst ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`;
  const { rows } = await sql<ListedUser & { readonly total: number | null }>`
    with found as ${sql.raw(isCounted ? "materialized" : "not materialized")} (
      select l.user_id, l.is_hr, l.is_ad, ${key} as key from ${looksAt} l
      where ${conditions(selection, isCounted ? holdsText : likeText)}
    ),
    page as (select * from found order by key ${way}, user_id ${way} ${window})
    select u.id, u.username, u.family_name as "familyName", u.given_name as "givenName", u.email,
      u.onboarded, u.archived, page.is_hr as "isHr", page.is_ad as "isAd",
      array(
        select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id
      ) as "roleNames",
      ${isCounted ? sql`(select count(*) from found)` : sql`null::bigint`} as total
    from page join users u on u.id = page.user_id
    order by page.key ${way}, page.user_id ${way} ${isFirst ? PLANNED_ONCE : sql``}
  `.execute(db);
  const users = rows.map((row) => {
    const { total: _, ...user } = row;
    return { ...user, roleNames: user.roleNames.toSorted(compareNames) };
  });
  return { users, total: rows[0]?.total ?? null };
}

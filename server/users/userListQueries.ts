/** Pages of a client's users, by indexes and without a look at each user. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { normalizeForFilter } from "#events/policy/filterText.ts";
import { PLANNED_ONCE } from "../db/plannedOnce.ts";
import type { Database } from "../db/schema.ts";
import type { Order, Page } from "../lists/paging.ts";
import { containing } from "../lists/sqlText.ts";

export const USER_ORDERS = ["name", "username", "email"] as const;
export type UserOrder = Order<(typeof USER_ORDERS)[number]>;

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

const likeText = (text: string) => sql`l.search_key like ${containing(text)}`;
/** Finds the same in less time, but tells the planner nothing: for a count, which reads all in any case. */
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
  // A search that fills no page has told its count: the rare text, which takes a look at all users, needs but one.
  if (isSearch && page.number === 0) {
    const first = await listFrom(db, selection, order, 0, page.size, "first");
    const isFull = first.length === page.size;
    const users = isFull ? first : await listFrom(db, selection, order, 0, page.size, "matching");
    if (users.length < page.size) return { users, total: users.length };
    return { users, total: await countUsers(db, selection) };
  }
  const total = await countUsers(db, selection);
  const first = page.size * page.number;
  const size = Math.min(page.size, total - first);
  if (size <= 0) return { users: [], total };
  // Rows that are passed over cost time: none passes over more than half of them.
  const fromEnd = total - first - size;
  if (first <= fromEnd) return { users: await listFrom(db, selection, order, first, size), total };
  const turned = { ...order, direction: order.direction === "asc" ? "desc" : "asc" } as const;
  const users = await listFrom(db, selection, turned, fromEnd, size);
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
 * finds, which are to be few.
 */
type Among = "first" | "all" | "matching";

function amongUsers(selection: UserSelection, among: Among, order: RawBuilder<unknown>) {
  if (among === "all") return sql`user_clients`;
  const { clientId, archived } = selection;
  // `offset 0` keeps the planner from another way.
  return among === "first"
    ? sql`(select * from user_clients l where ${conditions({ clientId, archived })}
        order by ${order} limit ${sql.lit(FIRST_LOOKED_AT)})`
    : sql`(select * from user_clients l where ${conditions(selection, holdsText)} offset 0)`;
}

async function listFrom(
  db: Kysely<Database>,
  selection: UserSelection,
  { field, direction }: UserOrder,
  offset: number,
  limit: number,
  among: Among = "all",
): Promise<ListedUser[]> {
  const key = sql.ref(`l.${field}_key`);
  const way = sql.raw(direction);
  // The first rows come from an index, whoever's they are, where the plan knows that they are few.
  const isFirst = offset === 0 && selection.contains === undefined;
  const window = isFirst ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`;
  const ordered = sql`${key} ${way}, l.user_id ${way}`;
  const { rows } = await sql<ListedUser>`
    with page as (
      select l.user_id, l.is_hr, l.is_ad, ${key} as key
      from ${amongUsers(selection, among, ordered)} l
      where ${conditions(selection)}
      order by ${ordered} ${window}
    )
    select u.id, u.username, u.family_name as "familyName", u.given_name as "givenName", u.email,
      u.onboarded, u.archived, page.is_hr as "isHr", page.is_ad as "isAd",
      array(
        select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id order by r.name, r.id
      ) as "roleNames"
    from page join users u on u.id = page.user_id
    order by page.key ${way}, page.user_id ${way} ${isFirst ? PLANNED_ONCE : sql``}
  `.execute(db);
  return rows;
}

/**
 * Paged, filtered and sorted lists, described as data. A page is found by its keys alone, in index order, before its
 * columns are read, so that the first page of a million rows takes as long as that of a short list.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { PageInfo } from "#events/entities/common.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import { pageInfo, readOrder, readPage, type Order, type PagingInput } from "./paging.ts";

type Sql = RawBuilder<unknown>;

/** A condition in two equivalent forms. */
export interface Filter {
  /** Lets the planner estimate how many rows match. */
  readonly estimated: Sql;
  /** The fastest per row, for queries that read all rows. */
  readonly scanned: Sql;
}

export interface SortKey {
  readonly by: Sql;
  /** Ascends in either direction of the list. */
  readonly ascending?: boolean;
  /** Missing values come last in either direction. */
  readonly nullsLast?: boolean;
}

/** Items are the columns that `items` selects, without `position`. */
export interface List<Selection, Item, Field extends string> {
  /** A table, or a query whose rows are listed. */
  readonly table: keyof Database | ((selection: Selection) => Sql);
  /** The table's alias in the other parts. */
  readonly alias: string;
  /** Further tables for filters and sort keys. */
  readonly joins?: (selection: Selection) => Sql;
  /** Columns that identify an item. They end each order. */
  readonly key: readonly [string, ...string[]];
  /** Conditions that an index answers. */
  readonly scope: (selection: Selection) => readonly Sql[];
  /** Conditions that are checked row by row. */
  readonly filters?: (selection: Selection) => readonly (Sql | Filter)[];
  /** The sort columns of each field, which follow the scope's columns in an index. */
  readonly sorts: Readonly<Record<Field, readonly SortKey[]>>;
  readonly defaultOrder: Order<Field>;
  /** Selects `p.position` and the columns of the items from `page p`, which has the key's columns. */
  readonly items: (selection: Selection) => RawBuilder<Item>;
  /** Counts the scope if that is faster than counting rows. Null for a selection whose rows are counted. */
  readonly total?: (db: Kysely<Database>, selection: Selection) => Promise<number> | null;
  /**
   * The number up to which matching items are counted and shown, for filters that an index answers: counting all matches of
   * a frequent text takes longer than finding the first ones. Null counts all.
   */
  readonly maxCounted?: (selection: Selection) => number | null;
}

export interface Range {
  readonly offset: number;
  readonly size: number;
}

export interface Found<Item> {
  readonly items: Item[];
  /** The total of all pages. */
  readonly total: number;
  /** Whether more items match than the total. */
  readonly hasMore?: boolean;
}

/** The sort and key values of an item, as database texts. */
export type Cursor = readonly string[];

/** Number of rows in list order among which a frequent filter's matches fill a page. */
const PROBED_ROWS = 2000;

/** So many matches that an index finds are sorted faster than rows are probed. */
const MAX_SORTED = 1000;

/**
 * The page that a call's query requests.
 *
 * @throws ApiError EINVALID for an unknown order.
 */
export async function readList<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  paging: PagingInput,
): Promise<{ readonly items: Item[]; readonly page: PageInfo }> {
  const page = readPage(paging);
  const order = orderOf(list, paging);
  const range = { offset: page.size * page.number, size: page.size };
  const { items, total, hasMore } = await findRange(db, list, selection, range, order);
  return { items, page: pageInfo(page, total, hasMore) };
}

/**
 * The order that a call's query requests.
 *
 * @throws ApiError EINVALID for an unknown order.
 */
export function orderOf<Field extends string>(
  { sorts, defaultOrder }: Pick<List<never, unknown, Field>, "sorts" | "defaultOrder">,
  paging: PagingInput,
): Order<Field> {
  return readOrder(paging, Object.keys(sorts) as Field[], defaultOrder);
}

/** Some items from an offset, and the total number. */
export async function findRange<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  { offset, size }: Range,
  order: Order<Field> = list.defaultOrder,
): Promise<Found<Item>> {
  const maxCounted = list.maxCounted?.(selection) ?? null;
  if (maxCounted !== null) {
    return findCounted(db, list, selection, { offset, size, order, maxCounted });
  }
  const isFiltered = (list.filters?.(selection) ?? []).length > 0;
  if (isFiltered && offset === 0) {
    if (!list.joins) {
      const { items } = await select(db, list, selection, { order, limit: size, among: "first" });
      if (items.length === size) return { items, total: await count(db, list, selection) };
    }
    const { items, total } = await select(db, list, selection, {
      order,
      limit: size,
      among: "matching",
    });
    return { items, total: total ?? 0 };
  }
  const total = await count(db, list, selection);
  const limit = Math.min(size, total - offset);
  if (limit <= 0) return { items: [], total };
  // Skipped rows cost time, so the offset counts from the nearer end.
  const fromEnd = total - offset - limit;
  if (offset <= fromEnd) {
    const { items } = await select(db, list, selection, { order, offset, limit: size });
    return { items, total };
  }
  const { items } = await select(db, list, selection, {
    order,
    offset: fromEnd,
    limit,
    reversed: true,
  });
  return { items: items.toReversed(), total };
}

/** Some items of a selection that an index answers, which are counted up to a maximum. */
async function findCounted<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  {
    offset,
    size,
    order,
    maxCounted,
  }: Range & { readonly order: Order<Field>; readonly maxCounted: number },
): Promise<Found<Item>> {
  const matches = await countUpTo(db, list, selection, maxCounted + 1);
  const total = Math.min(matches, maxCounted);
  const found = { total, hasMore: matches > maxCounted };
  const limit = Math.min(size, total - offset);
  if (limit <= 0) return { items: [], ...found };
  if (offset === 0 && matches > MAX_SORTED) {
    const { items } = await select(db, list, selection, { order, limit, among: "first" });
    if (items.length === limit) return { items, ...found };
  }
  const among = found.hasMore ? undefined : "matching";
  const { items } = await select(db, list, selection, { order, offset, limit, among });
  return { items, ...found };
}

/**
 * The items after a cursor, at the same cost at any depth. The order must have one direction and no missing values.
 *
 * @param after null for the first items.
 * @returns the cursor of the last item; null if no more follow.
 */
export async function findAfter<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  { after, size }: { readonly after: Cursor | null; readonly size: number },
  order: Order<Field> = list.defaultOrder,
): Promise<{ readonly items: Item[]; readonly next: Cursor | null }> {
  const { items, cursors } = await select(db, list, selection, { order, after, limit: size + 1 });
  const next = items.length > size ? (cursors[size - 1] ?? null) : null;
  return { items: items.slice(0, size), next };
}

export async function count<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
): Promise<number> {
  const filters = list.filters?.(selection) ?? [];
  const known = filters.length === 0 ? list.total?.(db, selection) : null;
  if (known) return known;
  const conditions = [...list.scope(selection), ...filters.map(scanned)];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsOf(list, selection)}
    ${list.joins?.(selection) ?? sql``}
    where ${sql.join(conditions, sql` and `)} ${filters.length === 0 ? PLANNED_ONCE : sql``}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

function rowsOf<Selection, Item, Field extends string>(
  { table, alias }: List<Selection, Item, Field>,
  selection: Selection,
): Sql {
  const rows = typeof table === "function" ? sql`(${table(selection)})` : sql.table(table);
  return sql`${rows} ${sql.ref(alias)}`;
}

async function countUpTo<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  most: number,
): Promise<number> {
  const conditions = [
    ...list.scope(selection),
    ...(list.filters?.(selection) ?? []).map(estimated),
  ];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${rowsOf(list, selection)} ${list.joins?.(selection) ?? sql``}
      where ${sql.join(conditions, sql` and `)} limit ${sql.lit(most)}
    ) found
  `.execute(db);
  return rows[0]?.count ?? 0;
}

interface Window<Field extends string> {
  readonly order: Order<Field>;
  readonly limit: number;
  readonly offset?: number;
  readonly after?: Cursor | null;
  /** Counted from the end of the list. */
  readonly reversed?: boolean;
  /** `first`: only the probed rows. `matching`: all matches, which are counted. */
  readonly among?: "first" | "matching" | undefined;
}

interface Selected<Item> {
  readonly items: Item[];
  readonly cursors: readonly Cursor[];
  readonly total: number | null;
}

async function select<Selection, Item, Field extends string>(
  db: Kysely<Database>,
  list: List<Selection, Item, Field>,
  selection: Selection,
  { order, limit, offset = 0, after = null, reversed = false, among }: Window<Field>,
): Promise<Selected<Item>> {
  const { alias, key } = list;
  const scope = list.scope(selection);
  const filters = list.filters?.(selection) ?? [];
  const isCounted = among === "matching";
  const terms = termsOf(list, order, reversed);
  const columns = terms.map(({ by, name }) => sql`${by} as ${sql.ref(name)}`);
  const byColumns = sql.join(terms.map(({ name, way }) => sql`${sql.ref(name)} ${way}`));
  const byExpressions = sql.join(terms.map(({ by, way }) => sql`${by} ${way}`));
  const table = rowsOf(list, selection);
  const source =
    among === "first"
      ? sql`(select * from ${table} where ${sql.join(scope, sql` and `)}
          order by ${byExpressions} limit ${sql.lit(PROBED_ROWS)}) ${sql.ref(alias)}`
      : sql`${table} ${list.joins?.(selection) ?? sql``}`;
  const conditions = [
    ...scope,
    ...filters.map(isCounted ? scanned : estimated),
    ...(after ? [isBehind(terms, after, order.direction === "desc")] : []),
  ];
  // A literal limit lets the planner see how few rows it returns.
  const isStart = offset === 0 && filters.length === 0;
  const window = isStart ? sql`limit ${sql.lit(limit)}` : sql`limit ${limit} offset ${offset}`;
  const { rows } = await sql<Item & { cursor: string[]; position: number; total: number | null }>`
    with found as ${sql.raw(isCounted ? "materialized" : "not materialized")} (
      select ${sql.join(columns)} from ${source}
      where ${sql.join(conditions, sql` and `)}
    ), page as (
      select ${sql.join(key.map((name) => sql.ref(`k.${name}`)))},
        row_number() over () as position,
        array[${sql.join(terms.map(({ name }) => sql`${sql.ref(`k.${name}`)}::text`))}] as cursor,
        ${isCounted ? sql`(select count(*) from found)` : sql`null::bigint`} as total
      from (select * from found order by ${byColumns} ${window}) k
    )
    select item.*, page.cursor, page.total from (${list.items(selection)}) item
    join page on page.position = item.position
    order by page.position ${isStart ? PLANNED_ONCE : sql``}
  `.execute(db);
  return {
    items: rows.map((row) => itemOf(row)),
    cursors: rows.map(({ cursor }) => cursor),
    total: rows[0]?.total ?? null,
  };
}

const OWN_COLUMNS: ReadonlySet<string> = new Set(["cursor", "position", "total"]);

function itemOf<Item>(row: Item & object): Item {
  const columns = Object.entries(row).filter(([name]) => !OWN_COLUMNS.has(name));
  return Object.fromEntries(columns) as Item;
}

/** One expression of an order, and its column of the selected rows. */
interface Term {
  readonly by: Sql;
  readonly name: string;
  readonly way: Sql;
}

function termsOf<Selection, Item, Field extends string>(
  { alias, key, sorts }: List<Selection, Item, Field>,
  { field, direction }: Order<Field>,
  reversed: boolean,
): readonly Term[] {
  const keys = key.map((name) => ({ by: sql.ref(`${alias}.${name}`), name }));
  const sorted = sorts[field].map((part, at) => ({ ...part, name: `sort_${at}` }));
  return [...sorted, ...keys].map(({ by, name, ...part }: SortKey & { readonly name: string }) => {
    const descends = direction === "desc" && !part.ascending;
    const nulls = part.nullsLast ? ` nulls ${reversed ? "first" : "last"}` : "";
    return { by, name, way: sql.raw(`${descends === reversed ? "asc" : "desc"}${nulls}`) };
  });
}

/** A row comparison, so that an index finds the first row. */
function isBehind(terms: readonly Term[], after: Cursor, descends: boolean): Sql {
  const columns = sql.join(terms.map(({ by }) => by));
  return sql`(${columns}) ${sql.raw(descends ? "<" : ">")} (${sql.join([...after])})`;
}

const estimated = (filter: Sql | Filter): Sql =>
  "estimated" in filter ? filter.estimated : filter;
/** The condition of a filter for a query that reads all rows. */
export const scanned = (filter: Sql | Filter): Sql =>
  "scanned" in filter ? filter.scanned : filter;

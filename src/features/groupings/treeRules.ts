/** The rows of the tree, from the cached children of groups. Pure. */
import type { TreeOrg } from "#events/entities/grouping.ts";

/** The key of the top level among the levels of a tree. */
export const TOP = "top";

/** The loaded children of a group. */
export interface Level {
  readonly items: readonly TreeOrg[];
  /** The cursor of further children; null if all are loaded. */
  readonly next: string | null;
}

export interface TreeCache {
  /** Cached children by the oid of their group. */
  readonly children: Readonly<Record<string, Level>>;
  /** Children from before the last change, shown until they are fetched again. */
  readonly former: Readonly<Record<string, Level>>;
  readonly open: readonly string[];
}

export type TreeRow =
  | {
      readonly kind: "org";
      readonly org: TreeOrg;
      /** The key of its level. */
      readonly level: string;
      /** From 1. */
      readonly depth: number;
      readonly isOpen: boolean;
      /** From 1. */
      readonly position: number;
      readonly siblings: number;
    }
  /** Still to be loaded. */
  | { readonly kind: "pending"; readonly level: string; readonly depth: number };

/** The shown level: fresh children, and below them the former ones that are not fetched again yet. */
export function levelOf({ children, former }: TreeCache, key: string): Level | null {
  const fresh = children[key];
  const old = former[key];
  if (!fresh || !old || fresh.next === null) return fresh ?? old ?? null;
  const known = new Set(fresh.items.map(({ oid }) => oid));
  const rest = old.items.slice(fresh.items.length).filter(({ oid }) => !known.has(oid));
  return { items: [...fresh.items, ...rest], next: fresh.next };
}

export function rowsOf(cache: TreeCache): readonly TreeRow[] {
  const open = new Set(cache.open);
  const rows: TreeRow[] = [];
  const add = (key: string, depth: number, count: number | null): void => {
    const level = levelOf(cache, key);
    const items = level?.items ?? [];
    const pending = pendingRows(cache, key, count, items.length);
    const siblings = items.length + pending;
    for (const [index, org] of items.entries()) {
      const isOpen = org.isGroup && open.has(org.oid);
      rows.push({ kind: "org", org, level: key, depth, isOpen, position: index + 1, siblings });
      if (isOpen && org.childCount > 0) add(org.oid, depth + 1, org.childCount);
    }
    if (pending > 0) {
      const row: TreeRow = { kind: "pending", level: key, depth };
      for (let at = 0; at < pending; at++) rows.push(row);
    }
  };
  add(TOP, 1, null);
  return rows;
}

/** How many rows stand for orgs of a level that are still to come. */
function pendingRows(
  { children, former }: TreeCache,
  key: string,
  count: number | null,
  known: number,
): number {
  const fresh = children[key];
  if (fresh && fresh.next === null) return 0;
  // The number of groups at the top level is unknown, so one row stands for those still to come.
  if (count === null) return fresh || !former[key] ? 1 : 0;
  return Math.max(fresh ? 1 : 0, count - known);
}

/** The next page to fetch. */
export interface MissingPage {
  readonly level: string;
  readonly after: string | null;
}

/**
 * The first page that visible rows need; null if there is none.
 *
 * @param end before this row
 */
export function missingPage(
  { children }: TreeCache,
  rows: readonly TreeRow[],
  first: number,
  end: number,
): MissingPage | null {
  if (!children[TOP]) return { level: TOP, after: null };
  for (const { kind, level } of rows.slice(first, Math.max(end, first + 1))) {
    const known = children[level];
    if (!known) return { level, after: null };
    if (kind === "pending" && known.next !== null) return { level, after: known.next };
  }
  return null;
}

/** Adds a fetched page to its level; the first page replaces the level. */
export function withPage(cache: TreeCache, { level, after }: MissingPage, page: Level): TreeCache {
  const known = after === null ? [] : (cache.children[level]?.items ?? []);
  const items = [...known, ...page.items];
  return {
    ...cache,
    children: { ...cache.children, [level]: { items, next: page.next } },
  };
}

/** Forgets the cached children, which stay visible until they are fetched again. */
export function forgotten(cache: TreeCache): TreeCache {
  const former = Object.fromEntries(
    Object.keys({ ...cache.former, ...cache.children }).map((key) => [
      key,
      levelOf(cache, key) ?? { items: [], next: null },
    ]),
  );
  return { ...cache, children: {}, former };
}

/** Whether a level no longer has an org that it had before the last change. */
export function hasLost({ children, former }: TreeCache, key: string, oid: string): boolean {
  const fresh = children[key];
  const has = (level: Level | undefined) => level?.items.some((one) => one.oid === oid) ?? false;
  return fresh?.next === null && has(former[key]) && !has(fresh);
}

/** The index of the row of a group that holds a row; -1 at the top level. */
export function parentRow(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 1;
  for (let at = index - 1; at >= 0; at--) {
    if ((rows[at]?.depth ?? 0) < depth) return at;
  }
  return -1;
}

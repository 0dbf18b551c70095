/** Pages of roles: how they are cached and become one list. Pure. */
import type { Role } from "#events/entities/accessRole.ts";

export interface RolePage {
  readonly roles: readonly Role[];
  /** The total of all pages. */
  readonly total: number;
}

/** By resource, and for each by the key of a page. */
export type RolesCache = Readonly<Record<string, Readonly<Record<string, RolePage>>>>;

export interface PageKey {
  readonly sort: string;
  readonly contains: string;
  readonly page: number;
  /** The resources of the request; `default` stands for the default bucket. */
  readonly resourceOids: string;
}

export function cacheKey({ sort, contains, page, resourceOids }: PageKey): string {
  return `${sort};${contains};${page};${resourceOids}`;
}

/** The key of the count of roles. */
export function countKey(contains: string): string {
  return contains === "" ? "all" : contains;
}

/** Page 0 replaces the list. Later pages are appended, without the roles that the list has. */
export function addPage(
  list: readonly Role[],
  page: number,
  roles: readonly Role[],
): readonly Role[] {
  if (page === 0) return roles;
  const known = new Set(list.map(({ oid }) => oid));
  return [...list, ...roles.filter(({ oid }) => !known.has(oid))];
}

export function storePage(
  cache: RolesCache,
  resource: string,
  key: PageKey,
  page: RolePage,
): RolesCache {
  return { ...cache, [resource]: { ...cache[resource], [cacheKey(key)]: page } };
}

export interface RestoredRoles {
  readonly roles: readonly Role[];
  /** Null before the first page. */
  readonly total: number | null;
  /** The first page that the cache lacks. */
  readonly nextPage: number;
}

/** The list of a resource from the pages in the cache, up to the first that is missing. */
export function restoreRoles(
  cache: RolesCache,
  resource: string,
  { sort, contains }: Pick<PageKey, "sort" | "contains">,
  pages: number,
): RestoredRoles {
  let list: RestoredRoles = { roles: [], total: null, nextPage: 0 };
  for (let page = 0; page < pages; page += 1) {
    const cached = cache[resource]?.[cacheKey({ sort, contains, page, resourceOids: resource })];
    if (!cached) return list;
    const roles = addPage(list.roles, page, cached.roles);
    list = { roles, total: cached.total, nextPage: page + 1 };
  }
  return list;
}

/** Drops the pages of resources whose number of roles differs from that of their pages. */
export function dropChanged(
  cache: RolesCache,
  contains: string,
  counts: ReadonlyMap<string, number>,
): RolesCache {
  const isCurrent = (resource: string) =>
    Object.entries(cache[resource] ?? {}).every(
      ([key, { total }]) => key.split(";")[1] !== contains || total === (counts.get(resource) ?? 0),
    );
  const entries = Object.entries(cache);
  const kept = entries.filter(([resource]) => isCurrent(resource));
  return kept.length === entries.length ? cache : Object.fromEntries(kept);
}

/** Adds an id to a selection, or removes it. */
export function toggle(selected: readonly string[], id: string): readonly string[] {
  return selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id];
}

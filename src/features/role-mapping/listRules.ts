/** The list's state in the address: `?type=&contains=&startsWith=&page=&sort=`, what is usual left out. */
import type { PageInfo } from "#events/entities/common.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { ORG_TYPES, type OrgType } from "#events/entities/orgTypes.ts";
import { ALL_ORGS } from "#events/rules/orgQuery.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { listRoute, resourceListRoute } from "./route.ts";

export type OrgColumn = "name" | "memberCount" | "inducementCount";
export type SortDirection = "ASCENDING" | "DESCENDING";

export interface OrgSort {
  readonly column: OrgColumn;
  readonly direction: SortDirection;
}

export interface ListQuery {
  readonly orgType: OrgType;
  readonly contains: string;
  /** A letter, or `ALL_ORGS` for no filter. */
  readonly startsWith: string;
  /** From 0; the address counts from 1, as people do. */
  readonly page: number;
  readonly sort: OrgSort;
}

export const DEFAULT_QUERY: ListQuery = {
  orgType: "job-titles",
  contains: "",
  startsWith: ALL_ORGS,
  page: 0,
  sort: { column: "name", direction: "ASCENDING" },
};

const ORG_COLUMNS: readonly OrgColumn[] = ["name", "memberCount", "inducementCount"];
/** The server refuses pages beyond this one. */
const LAST_PAGE = 1_000_000;

/** The choices of the alphabet filter. */
export const LETTERS: readonly string[] = [ALL_ORGS, ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("")];

export function isListRoute(route: string): boolean {
  return route === listRoute.name || route === resourceListRoute.name;
}

/** Reads an address; what it says wrongly reads as usual. */
export function readListQuery(path: string): ListQuery {
  const query = new URLSearchParams(parsePath(path).search);
  const type = query.get("type");
  const page = Number(query.get("page") ?? "1");
  return {
    orgType: ORG_TYPES.find((one) => one === type) ?? DEFAULT_QUERY.orgType,
    contains: (query.get("contains") ?? "").slice(0, TEXT_MAX_LENGTH),
    startsWith: (query.get("startsWith") || ALL_ORGS).slice(0, TEXT_MAX_LENGTH),
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page - 1 : 0,
    sort: readSort(query.get("sort")),
  };
}

function readSort(text: string | null): OrgSort {
  const [name, direction] = (text ?? "").split(",");
  const column = ORG_COLUMNS.find((one) => one === name);
  if (column === undefined) return DEFAULT_QUERY.sort;
  return { column, direction: direction === "desc" ? "DESCENDING" : "ASCENDING" };
}

/** A sort as the calls name it: `field,asc` or `field,desc`. */
export function sortParameter(sort: { column: string; direction: SortDirection }): string {
  return `${sort.column},${sort.direction === "DESCENDING" ? "desc" : "asc"}`;
}

/** @param pathname of the list, global or of a resource. */
export function listPath(pathname: string, query: ListQuery): string {
  const parameters = new URLSearchParams();
  const sort = sortParameter(query.sort);
  if (query.orgType !== DEFAULT_QUERY.orgType) parameters.set("type", query.orgType);
  if (query.contains !== "") parameters.set("contains", query.contains);
  if (query.startsWith !== ALL_ORGS) parameters.set("startsWith", query.startsWith);
  if (query.page > 0) parameters.set("page", String(query.page + 1));
  if (sort !== sortParameter(DEFAULT_QUERY.sort)) parameters.set("sort", sort);
  const search = parameters.toString();
  return search === "" ? pathname : `${pathname}?${search}`;
}

/** What the call is asked for. */
export function orgQueryOf({ orgType, contains, startsWith, page, sort }: ListQuery) {
  return { orgType, contains, startsWith, page, sort: sortParameter(sort) };
}

export function hasFilters({ contains, startsWith }: ListQuery): boolean {
  return contains !== "" || startsWith !== ALL_ORGS;
}

/** Whether the address names a page that the list no longer has, though there are others. */
export function isBehindLastPage({ page }: ListQuery, { totalPages }: PageInfo): boolean {
  return totalPages > 0 && page >= totalPages;
}

/** Where a key leads among `count` letters, from the one at `at`; null for a key that moves nothing. */
export function letterAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

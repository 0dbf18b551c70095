/** The list of users: its state in the address, what is usual left out, and the pages that have come. */
import { TEXT_MAX_LENGTH } from "#events/entities/common.ts";
import type { ListedUser } from "#events/entities/managedUser.ts";
import type { Failure } from "#events/kernel/call.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { usersRoute } from "./route.ts";

/** Users in one request. */
export const PAGE_SIZE = 100;

export const STATUSES = ["active", "archived"] as const;
export const MANAGERS = ["all", "hr", "ad", "billing"] as const;
export const COLUMNS = ["name", "username", "email"] as const;

export interface UsersQuery {
  readonly contains: string;
  readonly status: (typeof STATUSES)[number];
  readonly manager: (typeof MANAGERS)[number];
  readonly sort: {
    readonly column: (typeof COLUMNS)[number];
    readonly direction: "ASCENDING" | "DESCENDING";
  };
}

export const USUAL_QUERY: UsersQuery = {
  contains: "",
  status: "active",
  manager: "all",
  sort: { column: "name", direction: "ASCENDING" },
};

/** Reads an address; what it says wrongly reads as usual. */
export function readUsersQuery(path: string): UsersQuery {
  const query = new URLSearchParams(parsePath(path).search);
  const [name, direction] = (query.get("sort") ?? "").split(",");
  const column = COLUMNS.find((one) => one === name);
  return {
    contains: (query.get("contains") ?? "").slice(0, TEXT_MAX_LENGTH),
    status: STATUSES.find((one) => one === query.get("status")) ?? USUAL_QUERY.status,
    manager: MANAGERS.find((one) => one === query.get("manager")) ?? USUAL_QUERY.manager,
    sort: column
      ? { column, direction: direction === "desc" ? "DESCENDING" : "ASCENDING" }
      : USUAL_QUERY.sort,
  };
}

function sortParameter({ column, direction }: UsersQuery["sort"]): string {
  return `${column},${direction === "DESCENDING" ? "desc" : "asc"}`;
}

export function usersPath({ contains, status, manager, sort }: UsersQuery): string {
  const parameters = new URLSearchParams();
  if (contains !== "") parameters.set("contains", contains);
  if (status !== USUAL_QUERY.status) parameters.set("status", status);
  if (manager !== USUAL_QUERY.manager) parameters.set("manager", manager);
  const order = sortParameter(sort);
  if (order !== sortParameter(USUAL_QUERY.sort)) parameters.set("sort", order);
  const search = parameters.toString();
  return search === "" ? usersRoute.path : `${usersRoute.path}?${search}`;
}

/** What the call is asked for. */
export function userQueryOf({ contains, status, manager, sort }: UsersQuery, page: number) {
  return {
    ...(contains !== "" && { contains }),
    ...(manager !== "all" && { manager }),
    status,
    sort: sortParameter(sort),
    page,
    size: PAGE_SIZE,
  };
}

export function hasFilters({ contains, manager }: UsersQuery): boolean {
  return contains !== "" || manager !== "all";
}

export interface UserPages {
  /** The address that the pages are of. */
  readonly path: string | null;
  /** The newest request, while it is on its way. */
  readonly requestId: string | null;
  readonly failure: Failure | null;
  /** null until the first page has come. */
  readonly total: number | null;
  /** By number; of the address before, until the first page of this one comes. */
  readonly pages: Readonly<Record<number, readonly ListedUser[]>>;
  readonly isStale: boolean;
  /** Rows in view: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

export const NO_PAGES: UserPages = {
  path: null,
  requestId: null,
  failure: null,
  total: null,
  pages: {},
  isStale: false,
  first: 0,
  end: 0,
};

/** The list opens at an address: rows of another stay until it has rows. */
export function openPages(state: UserPages, path: string): UserPages {
  return { ...state, path, requestId: null, failure: null, isStale: true };
}

export function receiveUsers(
  state: UserPages,
  page: number,
  users: readonly ListedUser[],
  total: number,
): UserPages {
  const isSame = !state.isStale && state.total === total;
  const pages = { ...(isSame && state.pages), [page]: users };
  const view = state.isStale ? { first: 0, end: 0 } : {};
  return { ...state, ...view, requestId: null, failure: null, total, isStale: false, pages };
}

/** The page to ask for next: the first of those in view that has not come; null where nothing is wanted. */
export function wantedPage(state: UserPages): number | null {
  if (state.requestId !== null || state.failure !== null || state.path === null) return null;
  if (state.isStale || state.total === null) return 0;
  const last = Math.min(state.end, state.total) - 1;
  for (
    let page = Math.floor(state.first / PAGE_SIZE);
    page <= Math.floor(last / PAGE_SIZE);
    page += 1
  ) {
    if (!state.pages[page]) return page;
  }
  return null;
}

export function userAt({ pages }: UserPages, index: number): ListedUser | null {
  return pages[Math.floor(index / PAGE_SIZE)]?.[index % PAGE_SIZE] ?? null;
}

/** "Lovelace, Ada". */
export function fullName(user: {
  readonly familyName: string;
  readonly givenName: string;
}): string {
  return [user.familyName, user.givenName].filter(Boolean).join(", ");
}

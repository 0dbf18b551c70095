/** The list of users: its state in the address, what is usual left out. */
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { PAGE_SIZE } from "../../kernel/pages.ts";
import { usersRoute } from "./route.ts";

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

export const DEFAULT_QUERY: UsersQuery = {
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
    status: STATUSES.find((one) => one === query.get("status")) ?? DEFAULT_QUERY.status,
    manager: MANAGERS.find((one) => one === query.get("manager")) ?? DEFAULT_QUERY.manager,
    sort: column
      ? { column, direction: direction === "desc" ? "DESCENDING" : "ASCENDING" }
      : DEFAULT_QUERY.sort,
  };
}

function sortParameter({ column, direction }: UsersQuery["sort"]): string {
  return `${column},${direction === "DESCENDING" ? "desc" : "asc"}`;
}

export function usersPath({ contains, status, manager, sort }: UsersQuery): string {
  const parameters = new URLSearchParams();
  if (contains !== "") parameters.set("contains", contains);
  if (status !== DEFAULT_QUERY.status) parameters.set("status", status);
  if (manager !== DEFAULT_QUERY.manager) parameters.set("manager", manager);
  const order = sortParameter(sort);
  if (order !== sortParameter(DEFAULT_QUERY.sort)) parameters.set("sort", order);
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

/** "Lovelace, Ada". */
export function fullName(user: {
  readonly familyName: string;
  readonly givenName: string;
}): string {
  return [user.familyName, user.givenName].filter(Boolean).join(", ");
}

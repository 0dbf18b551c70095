/** What the navigation offers to whom. Pure; only screens that exist are linked. */
import { showsRoleMapping } from "#events/policy/permissions.ts";
import type { Session } from "../features/session/index.ts";

export type NavIcon = "dashboard" | "roleMapping" | "support" | "logout";

export interface NavEntry {
  readonly label: string;
  readonly href: string;
  readonly icon: NavIcon;
  readonly current: boolean;
}

export interface NavGroup {
  readonly label?: string;
  readonly items: readonly NavEntry[];
}

/** What precedes the path of a screen that is about one resource, where that about all has /rbac. */
const RESOURCE_SCOPE = /^\/resources\/[^/]+/;

function isBelow(pathname: string, href: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}

/** @param pathname of the open screen: the entry above it is the current one. */
export function navigationFor({ user, client }: Session, pathname: string): readonly NavGroup[] {
  const entry = (label: string, href: string, icon: NavIcon): NavEntry => ({
    label,
    href,
    icon,
    current: isBelow(pathname, href) || isBelow(pathname.replace(RESOURCE_SCOPE, "/rbac"), href),
  });
  const main = [entry("Dashboard", "/dashboard", "dashboard")];
  if (user && client && showsRoleMapping(user, client)) {
    main.push(entry("Role Mapping", "/rbac/role-mapping", "roleMapping"));
  }
  return [
    { items: main },
    { label: "Support", items: [entry("Provision Support", "/support", "support")] },
    { label: "My Account", items: [entry("Logout", "/logout", "logout")] },
  ];
}

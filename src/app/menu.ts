/** What the navigation and the footer offer to whom. Pure; only screens that exist and are open to the user are linked. */
import type { Language } from "#events/actions/app.ts";
import { docsPath } from "#events/rules/docs.ts";
import { decideAccess, showsRoleMapping } from "#events/rules/permissions.ts";
import type { Session } from "../data/session/index.ts";
import type { Route } from "../kernel/route.ts";
import type { FrameMessages } from "./frameMessages.ts";

export type NavIcon =
  | "dashboard"
  | "roleMapping"
  | "directory"
  | "workItems"
  | "certifications"
  | "reports"
  | "identities"
  | "docs"
  | "support"
  | "request"
  | "profile"
  | "password"
  | "users"
  | "logout";

export interface NavEntry {
  readonly label: string;
  readonly href: string;
  readonly icon: NavIcon;
  readonly current: boolean;
  /** Leads out of the app. */
  readonly external?: true;
}

export interface NavGroup {
  readonly label?: string;
  readonly items: readonly NavEntry[];
}

export interface MenuContext {
  readonly session: Session;
  /** Of the open screen: the entry nearest above it is the current one. */
  readonly pathname: string;
  /** The screens that exist; each by its own guard. */
  readonly routes: readonly Route[];
  /** Address of the directory admin; null where none is configured: then nothing leads there. */
  readonly midpointURI: string | null;
  /** Whether people sign in by passwords. */
  readonly passwordEnabled: boolean;
  readonly language: Language;
  readonly t: FrameMessages;
}

interface Offer {
  readonly screen: keyof FrameMessages["screens"];
  readonly path: string;
  readonly icon: NavIcon;
}

const DASHBOARD: Offer = { screen: "dashboard", path: "/dashboard", icon: "dashboard" };
const ROLE_MAPPING: Offer = {
  screen: "roleMapping",
  path: "/rbac/role-mapping",
  icon: "roleMapping",
};
const USERS: Offer = { screen: "users", path: "/users", icon: "users" };
const SUPPORT: Offer = {
  screen: "provisionSupport",
  path: "/support",
  icon: "support",
};

/** Screens of the directory admin (midPoint), below its address. */
const MANAGE_ACCESS: readonly Offer[] = [
  { screen: "manageIdentities", path: "admin/users", icon: "directory" },
  { screen: "workItems", path: "admin/myWorkItems", icon: "workItems" },
  { screen: "certifications", path: "admin/certification/decisions", icon: "certifications" },
  { screen: "reports", path: "admin/reports", icon: "reports" },
];
const AUDIT: readonly Offer[] = [
  { screen: "identities", path: "/identities", icon: "identities" },
  { screen: "reports", path: "/reports", icon: "reports" },
];
/** A page of its own beside the app. */
const docsSite = ({ language, t }: MenuContext): NavEntry => ({
  label: t.screens.docsSite,
  href: docsPath(language),
  icon: "docs",
  current: false,
  external: true,
});
const HELP: readonly Offer[] = [
  SUPPORT,
  { screen: "requestSupport", path: "/request-support", icon: "request" },
];
const myAccount = ({ passwordEnabled }: MenuContext): readonly Offer[] => [
  { screen: "profile", path: "/profile", icon: "profile" },
  ...(passwordEnabled
    ? [{ screen: "password", path: "/profile/password", icon: "password" } as const]
    : []),
  USERS,
  { screen: "logout", path: "/logout", icon: "logout" },
];

/** The groups of the navigation bar, without those of which nothing is offered. */
export function navigationFor(context: MenuContext): readonly NavGroup[] {
  const { session, pathname, t } = context;
  const groups: readonly NavGroup[] = [
    { items: screens(context, [DASHBOARD, ...(mapsRoles(session) ? [ROLE_MAPPING] : [])]) },
    { label: t.screens.manageAccess, items: directoryAdmin(context, MANAGE_ACCESS) },
    { label: t.screens.audit, items: screens(context, AUDIT) },
    { label: t.screens.support, items: [docsSite(context), ...screens(context, HELP)] },
    { label: t.screens.myAccount, items: screens(context, myAccount(context)) },
  ];
  const current = currentHref(
    pathname,
    groups.flatMap(({ items }) => items),
  );
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => ({
      ...group,
      items: group.items.map((item) => ({ ...item, current: item.href === current })),
    }));
}

/** The links of the footer. */
export function footerFor(context: MenuContext): readonly NavEntry[] {
  return [
    ...screens(context, [DASHBOARD, USERS]),
    ...directoryAdmin(context, [{ screen: "manageAccess", path: "", icon: "directory" }]),
    docsSite(context),
    ...screens(context, [{ ...SUPPORT, screen: "support" }]),
  ];
}

function mapsRoles({ user, client }: Session): boolean {
  return user !== null && client !== null && showsRoleMapping(user, client);
}

function screens({ session, routes, t }: MenuContext, offers: readonly Offer[]): NavEntry[] {
  return offers
    .filter(({ path }) => {
      const route = routes.find((one) => one.path === path);
      return route !== undefined && decideAccess(session.user, route) === "allowed";
    })
    .map(({ screen, path, icon }) => ({
      label: t.screens[screen],
      href: path,
      icon,
      current: false,
    }));
}

function directoryAdmin(
  { session, midpointURI, t }: MenuContext,
  offers: readonly Offer[],
): NavEntry[] {
  if (midpointURI === null || !session.client?.adminEnabled) return [];
  const base = midpointURI.endsWith("/") ? midpointURI : `${midpointURI}/`;
  return offers.map(({ screen, path, icon }) => ({
    label: t.screens[screen],
    href: new URL(path, base).href,
    icon,
    current: false,
    external: true,
  }));
}

/** What precedes the path of a screen that is about one resource, where that about all has /rbac. */
const RESOURCE_SCOPE = /^\/resources\/[^/]+/;

/** The longest address at or above the open screen's. */
function currentHref(pathname: string, entries: readonly NavEntry[]): string | null {
  const paths = [pathname, pathname.replace(RESOURCE_SCOPE, "/rbac")];
  const isAbove = (href: string) =>
    paths.some((path) => path === href || path.startsWith(`${href}/`));
  const above = entries.map(({ href }) => href).filter(isAbove);
  return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

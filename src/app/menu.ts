/** The user's entries of the navigation and the footer, from features and external links. Pure. */
import { decideAccess } from "#events/rules/permissions.ts";
import {
  MENU_GROUPS,
  type Feature,
  type MenuGroup,
  type MenuIcon,
  type Route,
} from "../kernel/feature.ts";
import { EXTERNAL_LINKS, type LinkContext } from "./externalLinks.ts";
import type { FrameMessages } from "./frameMessages.ts";

export interface FooterLink {
  readonly label: string;
  readonly href: string;
  /** An external link. */
  readonly external?: true;
}

export interface NavEntry extends FooterLink {
  readonly icon: MenuIcon;
  readonly current: boolean;
  readonly children: readonly NavEntry[];
}

export interface NavGroup {
  readonly label?: string;
  readonly items: readonly NavEntry[];
}

export interface MenuContext extends LinkContext {
  /** The open screen's route; the nearest entry above it is the current one. */
  readonly pathname: string;
  readonly features: readonly Feature[];
  /** Whether users sign in by passwords. */
  readonly passwordEnabled: boolean;
  readonly t: FrameMessages;
}

/** An entry before it is listed below its parent. */
interface FlatEntry extends FooterLink {
  readonly icon: MenuIcon;
  readonly parentHref: string | null;
  /** The path of the entry's screens. */
  readonly section: string;
}

/** The non-empty groups of the navigation bar. */
export function navigationFor(context: MenuContext): readonly NavGroup[] {
  const routes = openRoutes(context);
  const groups = MENU_GROUPS.map((group) => ({ group, items: entriesOf(group, routes, context) }));
  const current = currentHref(
    context.pathname,
    groups.flatMap(({ items }) => items),
  );
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({
      ...(group !== "main" && { label: context.t.menuGroups[group] }),
      items: nest(items, current),
    }));
}

/** All entries of a group, each followed by its children. */
export function allEntries({ items }: NavGroup): readonly NavEntry[] {
  return items.flatMap((item) => [item, ...item.children]);
}

/** Lists entries below their parents. An entry whose parent the user does not have stays where it is. */
function nest(entries: readonly FlatEntry[], current: string | null): readonly NavEntry[] {
  const hrefs = new Set(entries.map(({ href }) => href));
  const parentOf = ({ parentHref }: FlatEntry) =>
    parentHref !== null && hrefs.has(parentHref) ? parentHref : null;
  const entriesBelow = (parent: string | null): readonly NavEntry[] =>
    entries
      .filter((entry) => parentOf(entry) === parent)
      .map(({ parentHref: _parent, section: _section, ...entry }) => ({
        ...entry,
        current: entry.href === current,
        children: entriesBelow(entry.href),
      }));
  return entriesBelow(null);
}

/** The links of the footer. */
export function footerFor(context: MenuContext): readonly FooterLink[] {
  const { language } = context;
  const links = [
    ...openRoutes(context).map(({ footer, path }) => ({ footer, href: path })),
    ...EXTERNAL_LINKS.map(({ footer, href }) => ({
      footer,
      href: href(context),
      external: true as const,
    })),
  ].flatMap(({ footer, href, ...link }) =>
    footer && href !== null
      ? [{ order: footer.order, label: footer.label[language], href, ...link }]
      : [],
  );
  return inOrder(links);
}

/** @param routes those that the user may open */
function entriesOf(
  group: MenuGroup,
  routes: readonly Route[],
  context: MenuContext,
): readonly FlatEntry[] {
  const { session, language, passwordEnabled } = context;
  const { user, client } = session;
  if (user === null) return [];
  const conditions = { user, client, passwordEnabled };
  const links = [
    ...routes.map(({ menu, path }) => ({
      menu: menu?.when?.(conditions) === false ? undefined : menu,
      href: path,
    })),
    ...EXTERNAL_LINKS.map(({ menu, href }) => ({
      menu,
      href: href(context),
      external: true as const,
    })),
  ].flatMap(({ menu, href, ...link }) =>
    menu?.group === group && href !== null
      ? [
          {
            order: menu.order,
            label: menu.label[language],
            icon: menu.icon,
            href,
            parentHref: menu.parent?.path ?? null,
            section: menu.section ?? href,
            ...link,
          },
        ]
      : [],
  );
  return inOrder(links);
}

/** The screens that the user may open. */
function openRoutes({ session, features }: MenuContext): readonly Route[] {
  return features
    .flatMap(({ routes = [] }) => routes)
    .filter((route) => decideAccess(session.user, route) === "allowed");
}

function inOrder<Link extends { readonly order: number }>(
  links: readonly Link[],
): Omit<Link, "order">[] {
  return links
    .toSorted((one, other) => one.order - other.order)
    .map(({ order: _order, ...link }) => link);
}

/** Prefix of the path of a screen about one resource, where the screen about all resources has /rbac. */
const RESOURCE_SCOPE = /^\/resources\/[^/]+/;

/** The entry with the longest section at or above the open screen. */
function currentHref(pathname: string, entries: readonly FlatEntry[]): string | null {
  const paths = [pathname, pathname.replace(RESOURCE_SCOPE, "/rbac")];
  const above = entries.filter(({ section }) =>
    paths.some((path) => path === section || path.startsWith(`${section}/`)),
  );
  const [nearest] = above.toSorted((one, other) => other.section.length - one.section.length);
  return nearest?.href ?? null;
}

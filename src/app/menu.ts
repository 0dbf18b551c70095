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
      items: items.map((item) => ({ ...item, current: item.href === current })),
    }));
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
): readonly NavEntry[] {
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
            current: false,
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

/** The longest address at or above the open screen's. */
function currentHref(pathname: string, entries: readonly NavEntry[]): string | null {
  const paths = [pathname, pathname.replace(RESOURCE_SCOPE, "/rbac")];
  const isAbove = (href: string) =>
    paths.some((path) => path === href || path.startsWith(`${href}/`));
  const above = entries.map(({ href }) => href).filter(isAbove);
  return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

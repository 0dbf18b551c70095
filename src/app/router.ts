/** Resolves an address to a screen and checks the user's permission. Pure. */
import { matchRoute } from "wouter";
import { decideAccess } from "#events/rules/permissions.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { loginPath, type Session } from "../data/session/index.ts";
import type { Location } from "../kernel/navigation.ts";
import type { Route } from "../kernel/feature.ts";
import { parsePattern } from "./routePattern.ts";

export type Resolution =
  | { readonly kind: "wait"; readonly route: Route }
  | { readonly kind: "redirect"; readonly path: string }
  | {
      readonly kind: "screen";
      readonly route: Route;
      readonly path: string;
      readonly params: Readonly<Record<string, string>>;
    };

export interface RouteTable {
  readonly routes: readonly Route[];
  /** From pathname to pathname. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Shown if no route matches; the address stays. */
  readonly notFound: Route;
}

/** A placeholder for several orgs where an oid could be; it is not an oid. */
const RESERVED = "bulk";

/** Resolves an address; the first matching route wins. */
export function resolve(table: RouteTable, location: Location, session: Session): Resolution {
  const { pathname, search } = location;
  if (pathname.length > 1 && pathname.endsWith("/")) {
    // Collapses leading slashes, because `//host` is an address of another server.
    return { kind: "redirect", path: `/${pathname.replaceAll(/^\/+|\/+$/g, "")}${search}` };
  }
  const redirect = table.redirects.get(pathname);
  if (redirect !== undefined) return { kind: "redirect", path: redirect + search };
  for (const route of table.routes) {
    const params = match(route.path, pathname);
    if (params && params.oid !== RESERVED) {
      return decide(route, params, session, location) ?? screen(route, location, params);
    }
  }
  return screen(table.notFound, location);
}

function screen(
  route: Route,
  { pathname, search }: Location,
  params: Readonly<Record<string, string>> = {},
): Resolution {
  return { kind: "screen", route, path: pathname + search, params };
}

/** The guard's result instead of the route's screen; null if the user may see the screen. */
function decide(
  route: Route,
  params: Readonly<Record<string, string>>,
  { known, user, ended }: Session,
  location: Location,
): Resolution | null {
  if (route.path === "/") {
    if (!known) return { kind: "wait", route };
    if (user) return { kind: "redirect", path: redirectTarget(location.search) };
  }
  if (!known && route.permission !== "public") return { kind: "wait", route };
  const verdict = decideAccess(user, route, params.resourceId);
  if (verdict === "allowed") return null;
  if (verdict === "forbidden") return { kind: "redirect", path: "/errors/403" };
  return { kind: "redirect", path: ended ? "/" : loginPath(location) };
}

/** The sign-in screen redirects signed-in users. */
function redirectTarget(search: string): string {
  return decodeRedirectPath(new URLSearchParams(search).get("redirect")) ?? "/dashboard";
}

/** The parameters of a pathname for a pattern; null if it does not match. */
function match(pattern: string, pathname: string): Readonly<Record<string, string>> | null {
  const [matches, params] = matchRoute(parsePattern, pattern, pathname);
  if (!matches) return null;
  const named = Object.entries(params).filter(([key]) => !/^\d+$/.test(key));
  return Object.fromEntries(named.map(([key, value]) => [key, decodeSegment(String(value))]));
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The placeholder of a screen while it loads. */
export function placeholderOf(resolution: Resolution | null): "login" | "generic" {
  if (resolution === null || resolution.kind === "redirect") return "generic";
  return resolution.route.placeholder ?? "generic";
}

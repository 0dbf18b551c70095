/** The expected answer for a permission holder, by codes alone, and the product's decision. */
import { randomUUID } from "node:crypto";
import type { User } from "#events/entities/user.ts";
import { type Guarded, PERMISSION_GROUPS, type Verdict } from "#events/rules/permissions.ts";
import { resolve, type RouteTable } from "#src/app/router.ts";
import type { Route } from "#src/kernel/feature.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { type Holder, SUPER_CODES } from "./holders.ts";

/** The verdict by the specification, without the functions of `events/rules`. */
export function expectedVerdict(
  holder: Holder | null,
  { permission, resourceScoped, orOwnResources, orGroup }: Guarded,
): Verdict {
  if (permission === "public") return "allowed";
  if (holder === null) return "unauthenticated";
  const codes = new Set<string>(holder.roles.flatMap((role) => role.codes));
  if (SUPER_CODES.every((code) => codes.has(code))) return "allowed";
  const needed = permission === "signedIn" ? [] : PERMISSION_GROUPS[permission];
  const managesOwn =
    holder.ownsResource && PERMISSION_GROUPS.ManageOwnResources.every((code) => codes.has(code));
  const holdsOther =
    orGroup !== undefined && PERMISSION_GROUPS[orGroup].every((code) => codes.has(code));
  const isHeld =
    needed.every((code) => codes.has(code)) ||
    holdsOther ||
    (orOwnResources === true && managesOwn);
  const isOpen = !resourceScoped || managesOwn;
  return isHeld && isOpen ? "allowed" : "forbidden";
}

/** The address of a route; unknown parameters get the id of nothing, and a wildcard one segment. */
export function addressOf(path: string, known: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\*$/, "x").replaceAll(/:(\w+)/g, (_, name) => known[name] ?? randomUUID());
}

/** @param user who opens the address; null for a visitor */
export function tryScreen(
  table: RouteTable,
  route: Pick<Route, "name" | "path">,
  address: string,
  user: User | null,
): Verdict {
  const session = { known: true, user, client: user?.client ?? null };
  const resolution = resolve(table, parsePath(address), session);
  if (resolution.kind === "screen" && resolution.route.name === route.name) return "allowed";
  if (resolution.kind === "redirect") {
    if (resolution.path === "/errors/403") return "forbidden";
    const login = `/?${new URLSearchParams({ redirect: address }).toString()}`;
    if (resolution.path === login) return "unauthenticated";
    if (route.path === "/" && user) return "allowed";
  }
  throw new Error(`${address} leads to ${JSON.stringify(resolution)}`);
}

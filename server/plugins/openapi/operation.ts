/** The description of a call besides its schemas. */
import type { AnyCall } from "#events/kernel/call.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";

export const SECURITY_SCHEMES = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "GET /api/public/info gives a visitor the cookie; signing in replaces it.",
  },
  csrfToken: {
    type: "apiKey",
    in: "header",
    name: CSRF_HEADER,
    description: `Each reply to a request with the cookie contains the token in the header ${CSRF_HEADER}.`,
  },
} as const;

export function operationOf(call: AnyCall) {
  const isRead = call.method === "GET" || call.method === "HEAD";
  const session = call.permission === "public" && isRead ? [] : ["session"];
  const schemes = isRead ? session : [...session, "csrfToken"];
  return {
    ...(call.summary !== undefined && { summary: call.summary }),
    description: describePermission(call),
    security: schemes.length === 0 ? [] : [Object.fromEntries(schemes.map((name) => [name, []]))],
  };
}

function describePermission({
  permission,
  resourceScoped,
  orOwnResources,
  orGroup,
}: AnyCall): string {
  if (permission === "public") return "Needs no signed-in user.";
  if (permission === "signedIn") return "Needs a signed-in user.";
  const codes = PERMISSION_GROUPS[permission].join(", ");
  const others = orGroup
    ? `, or the permission group ${orGroup} (${PERMISSION_GROUPS[orGroup].join(", ")})`
    : "";
  const needed = `Needs the permission group ${permission} (${codes}) or a super-user${others}`;
  if (orOwnResources) {
    const own = PERMISSION_GROUPS.ManageOwnResources.join(", ");
    return `${needed}. Users with ManageOwnResources (${own}) can use it for the resources that are assigned to them.`;
  }
  return resourceScoped ? `${needed}, and access to the resource.` : `${needed}.`;
}

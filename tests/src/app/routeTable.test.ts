/** The routes of the specification. `features.test.ts` checks the built ones by their manifests. */
import { describe, expect, it } from "vitest";
import { matchRoute } from "wouter";
import type { RoutePermission } from "#events/rules/permissions.ts";
import { allEntries, footerFor, navigationFor, type MenuContext } from "#src/app/menu.ts";
import { FEATURES } from "#src/app/features.ts";
import { frameMessages } from "#src/app/frameMessages.ts";
import { parsePattern } from "#src/app/routePattern.ts";
import { placeholderOf, resolve, type Resolution } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import type { Session } from "#src/data/session/index.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { makeUser, uuid } from "../support/fixtures.ts";

const OID = uuid(1);
const RESOURCE = uuid(4001);

type Row = readonly [rules: string, path: string, title: string, permission: RoutePermission];

const BUILT: readonly Row[] = [
  ["[ROUTE-2] [ROUTE-3]", "/", "Login", "public"],
  ["[ROUTE-4] [ROUTE-5]", "/logout", "Logout", "public"],
  ["[ROUTE-6] [ROUTE-7]", "/forgot-password", "Forgot Password", "public"],
  ["[ROUTE-8] [ROUTE-9]", "/reset-password", "Reset Password", "public"],
  ["", "/activate", "Activate Account", "public"],
  ["[ROUTE-10] [ROUTE-11]", "/dashboard", "Dashboard", "signedIn"],
  ["[ROUTE-12] [ROUTE-13]", "/profile", "Manage Profile", "UserSelfUpdate"],
  ["[ROUTE-14] [ROUTE-15]", "/profile/password", "Manage Password", "UserSelfUpdate"],
  ["[ROUTE-16] [ROUTE-17]", "/users", "Manage Users", "EditAllUsers"],
  ["", "/users/bulk", "Bulk Changes", "EditAllUsers"],
  ["[ROUTE-18] [ROUTE-19]", `/users/${OID}`, "Edit User", "EditAllUsers"],
  ["[ROUTE-20] [ROUTE-21]", "/rbac/access-roles", "Access Roles", "AccessRoles"],
  ["[ROUTE-22] [ROUTE-23]", `/rbac/access-roles/${OID}`, "Access Role", "RoleMapping"],
  [
    "[ROUTE-24] [ROUTE-25]",
    "/rbac/access-roles/bulk",
    "Bulk Role Mapping of Access Roles",
    "RoleMapping",
  ],
  ["[ROUTE-32] [ROUTE-33]", "/rbac/role-mapping/bulk", "Bulk Role Mapping", "RoleMapping"],
  ["[ROUTE-35] [ROUTE-36]", "/rbac-grouping/job-titles", "Job Title Groups", "OrgGrouping"],
  ["[ROUTE-37] [ROUTE-38]", "/rbac-grouping/departments", "Department Groups", "OrgGrouping"],
  ["[ROUTE-39] [ROUTE-40]", "/rbac-grouping/locations", "Location Groups", "OrgGrouping"],
  ["[ROUTE-49] [ROUTE-50]", "/identities", "Identities", "signedIn"],
  ["[ROUTE-51] [ROUTE-52]", `/identities/report/${OID}`, "Identity Report", "signedIn"],
  ["[ROUTE-26] [ROUTE-27]", "/rbac/role-mapping", "Role Mapping", "RoleMapping"],
  ["[ROUTE-28] [ROUTE-29]", `/rbac/role-mapping/${OID}`, "Role Mapping", "RoleMapping"],
  [
    "[ROUTE-30] [ROUTE-31]",
    `/rbac/role-mapping/${OID}/access-policy-builder`,
    "Access Policy Builder",
    "RoleMapping",
  ],
  ["[ROUTE-41] [ROUTE-42]", "/support", "Provision Support", "signedIn"],
  ["[ROUTE-43] [ROUTE-44]", "/request-support", "Support Request", "signedIn"],
  ["[ROUTE-45] [ROUTE-46]", "/add-resource", "Add Resource", "signedIn"],
  [
    "[ROUTE-89] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/setup`,
    "Name Resource",
    "ManageOwnResources",
  ],
  ["[ROUTE-47] [ROUTE-48]", "/reports", "Reports", "signedIn"],
  ["the audit trail:", "/audit-trail", "Audit Trail", "EditAllUsers"],
  ["[ROUTE-63]", "/errors/401", "Unauthorized", "public"],
  ["[ROUTE-64]", "/errors/404", "Not Found", "public"],
  ["[ROUTE-65]", "/errors/500", "Internal Error", "public"],
  ["[ROUTE-66] [ROUTE-67]", "/errors/403", "Forbidden", "signedIn"],
  ["[ROUTE-68]", "/errors/not-authorized", "Not Authorized", "public"],
  ["[ROUTE-69]", "/errors/anything/else", "Not Found", "public"],
  [
    "[ROUTE-53] [ROUTE-84] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/role-mapping`,
    "Role Mapping",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-87] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/role-mapping/bulk`,
    "Bulk Role Mapping",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-85] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/role-mapping/${OID}`,
    "Role Mapping",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-86] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/role-mapping/${OID}/access-policy-builder`,
    "Access Policy Builder",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-72] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/configuration`,
    "Set Up Integration",
    "ManageOwnResources",
  ],
  ...(
    [
      ["[ROUTE-73]", "", "Field Mapping"],
      ["[ROUTE-73]", "/inbound", "Field Mapping"],
      ["[ROUTE-73]", "/outbound", "Field Mapping"],
      ["[ROUTE-74]", "/inbound/add", "Add Field Mapping"],
      ["[ROUTE-75]", `/outbound/edit/${OID}`, "Edit Field Mapping"],
      ["[ROUTE-76]", `/outbound/edit/${OID}/ad-dn`, "Distinguished Name"],
    ] as const
  ).map(([rules, path, title]): Row => [
    `${rules} [ROUTE-70] [ROUTE-71]`,
    `/resources/${RESOURCE}/field-mapping${path}`,
    title,
    "ManageOwnResources",
  ]),
  ...["", "/rules", "/simulation", "/decisions", "/any/other"].map((path): Row => [
    "[ROUTE-78] [ROUTE-70] [ROUTE-71]",
    `/resources/${RESOURCE}/match-user-accounts${path}`,
    "Match User Accounts",
    "ManageOwnResources",
  ]),
];

type Guard = readonly [rules: string, path: string, permission: RoutePermission];

const inResource = (rules: string, path: string): Guard => [
  `${rules} [ROUTE-70] [ROUTE-71]`,
  `/resources/${RESOURCE}/${path}`,
  "ManageOwnResources",
];

/** The requirements of further addresses. */
const GUARDED: readonly Guard[] = [
  inResource("[ROUTE-77]", "activation-settings"),
  inResource("[ROUTE-79]", "correlation/add"),
  inResource("[ROUTE-80]", `correlation/edit/${OID}`),
  inResource("[ROUTE-81]", "entitlement-review"),
  inResource("[ROUTE-82]", "confirm-integration"),
  inResource("[ROUTE-83]", "preview-and-approve"),
  inResource("[ROUTE-88]", "manage"),
];

const UNKNOWN: Session = { known: false, user: null, client: null };
const VISITOR: Session = { known: true, user: null, client: null };
const sessionOf = (user: NonNullable<Session["user"]>): Session => ({
  known: true,
  user,
  client: user.client,
});
const ADMIN = sessionOf(makeUser());

function at(path: string, session: Session): Resolution {
  return resolve(ROUTE_TABLE, parsePath(path), session);
}
const titleAt = (path: string, session: Session) => {
  const resolution = at(path, session);
  return resolution.kind === "screen" ? resolution.route.title.en : resolution.kind;
};

/**
 * The requirement of the address. `tests/security/permissions.test.ts` proves for every permission that nobody else
 * gets in.
 */
function permissionAt(path: string): RoutePermission | undefined {
  return ROUTE_TABLE.routes.find((route) => matchRoute(parsePattern, route.path, path)[0])
    ?.permission;
}

describe("a built route", () => {
  it.each(BUILT)("%s %s shows %s and requires: %s", (_rules, path, title, permission) => {
    expect(titleAt(path, path === "/" ? VISITOR : ADMIN)).toBe(title);
    expect(permissionAt(path)).toBe(permission);
  });

  it.each([...BUILT, ...GUARDED].flatMap(([rules, path]) => (path === "/" ? [] : [[rules, path]])))(
    "[ROUTE-58] %s %s also works without a trailing slash",
    (_rules, path) => {
      for (const session of [UNKNOWN, VISITOR, ADMIN]) {
        expect(at(`${path}/?a=/`, session)).toEqual({ kind: "redirect", path: `${path}?a=/` });
      }
    },
  );

  it("[ROUTE-59] [ROUTE-60] [ROUTE-61] [ROUTE-62] has a login-style placeholder at /, /logout and /activate only", () => {
    const placeholders = BUILT.map(([, path]) => [path, placeholderOf(at(path, UNKNOWN))]);
    const likeLogin = placeholders.filter(([, look]) => look === "login").map(([path]) => path);
    expect(likeLogin).toEqual(["/", "/logout", "/activate"]);
  });
});

describe("an address of the specification", () => {
  it.each(GUARDED)("%s %s requires: %s", (_rules, path, permission) => {
    expect(permissionAt(path)).toBe(permission);
  });
});

describe("an address that leads elsewhere", () => {
  it.each(["", "?kind=all"])("[ROUTE-34] /rbac-grouping%s redirects to job titles", (search) => {
    for (const session of [ADMIN, VISITOR, UNKNOWN]) {
      expect(at(`/rbac-grouping${search}`, session)).toEqual({
        kind: "redirect",
        path: `/rbac-grouping/job-titles${search}`,
      });
    }
  });

  it("is none of those in the navigation and the footer, which all have screens", () => {
    const context: MenuContext = {
      session: ADMIN,
      pathname: "/dashboard",
      features: FEATURES,
      midpointURI: null,
      passwordEnabled: true,
      language: "en",
      t: frameMessages.english,
    };
    const entries = [...navigationFor(context).flatMap(allEntries), ...footerFor(context)];
    for (const { href, external } of entries) {
      if (external) continue;
      const shown = at(href, ADMIN);
      expect(shown.kind === "screen" && shown.route, href).not.toBe(ROUTE_TABLE.notFound);
      expect(shown.kind, href).toBe("screen");
    }
  });
});

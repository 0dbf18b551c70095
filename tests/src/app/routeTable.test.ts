/** Every route that the product is to have: those that are built open as they should, and the others show Not Found. */
import { describe, expect, it } from "vitest";
import { matchRoute } from "wouter";
import { PERMISSION_GROUPS, type RoutePermission } from "#events/rules/permissions.ts";
import { footerFor, navigationFor, type MenuContext } from "#src/app/menu.ts";
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
];

const inResource = (rules: string, path: string): Row => [
  `${rules} [ROUTE-70] [ROUTE-71]`,
  `/resources/${RESOURCE}/${path}`,
  "Not Found",
  "ManageOwnResources",
];

/** Screens that this version does not have; one that is built moves up. */
const NOT_BUILT: readonly Row[] = [
  ["[ROUTE-21]", "/rbac/access-roles", "Not Found", "AccessRoles"],
  ["[ROUTE-23]", `/rbac/access-roles/${OID}`, "Not Found", "RoleMapping"],
  ["[ROUTE-25]", "/rbac/access-roles/bulk", "Not Found", "RoleMapping"],
  ["[ROUTE-33]", "/rbac/role-mapping/bulk", "Not Found", "RoleMapping"],
  ["[ROUTE-36]", "/rbac-grouping/job-titles", "Not Found", "OrgGrouping"],
  ["[ROUTE-38]", "/rbac-grouping/departments", "Not Found", "OrgGrouping"],
  ["[ROUTE-40]", "/rbac-grouping/locations", "Not Found", "OrgGrouping"],
  ["[ROUTE-46]", "/add-resource", "Not Found", "signedIn"],
  ["[ROUTE-48]", "/reports", "Not Found", "signedIn"],
  ["[ROUTE-50]", "/identities", "Not Found", "signedIn"],
  ["[ROUTE-52]", `/identities/report/${OID}`, "Not Found", "signedIn"],
  inResource("", "configuration"),
  inResource("", "field-mapping"),
  inResource("", "field-mapping/inbound"),
  inResource("", "field-mapping/inbound/add"),
  inResource("", `field-mapping/inbound/edit/${OID}`),
  inResource("", `field-mapping/inbound/edit/${OID}/ad-dn`),
  inResource("[ROUTE-77]", "activation-settings"),
  inResource("[ROUTE-78]", "match-user-accounts"),
  inResource("[ROUTE-78]", "match-user-accounts/any"),
  inResource("[ROUTE-79]", "correlation/add"),
  inResource("[ROUTE-80]", `correlation/edit/${OID}`),
  inResource("[ROUTE-81]", "entitlement-review"),
  inResource("[ROUTE-82]", "confirm-integration"),
  inResource("[ROUTE-83]", "preview-and-approve"),
  inResource("[ROUTE-87]", "role-mapping/bulk"),
  inResource("[ROUTE-88]", "manage"),
  inResource("", "setup"),
];

const UNKNOWN: Session = { known: false, user: null, client: null };
const NOBODY: Session = { known: true, user: null, client: null };
const sessionOf = (user: NonNullable<Session["user"]>): Session => ({
  known: true,
  user,
  client: user.client,
});
const ADMIN = sessionOf(makeUser());
const WITHOUT = sessionOf(makeUser({}, []));

function at(path: string, session: Session): Resolution {
  return resolve(ROUTE_TABLE, parsePath(path), session);
}
const titleAt = (path: string, session: Session) => {
  const resolution = at(path, session);
  return resolution.kind === "screen" ? resolution.route.title.en : resolution.kind;
};

/** Whoever lacks any of what the address asks for does not see what stands there, and whoever holds it all does. */
function expectGuard(path: string, title: string, permission: RoutePermission): void {
  if (permission === "public") {
    expect(titleAt(path, NOBODY)).toBe(title);
    // Somebody who is signed in is led on from the sign-in page.
    expect(titleAt(path, UNKNOWN)).toBe(path === "/" ? "wait" : title);
    return;
  }
  expect(titleAt(path, UNKNOWN)).toBe("wait");
  expect(at(path, NOBODY)).toEqual({
    kind: "redirect",
    path: `/?${new URLSearchParams({ redirect: path }).toString()}`,
  });
  if (permission === "signedIn") {
    expect(titleAt(path, WITHOUT)).toBe(title);
    return;
  }
  const codes = PERMISSION_GROUPS[permission];
  const holding = (held: readonly (typeof codes)[number][], resourceIds = [RESOURCE]) =>
    sessionOf(makeUser({ resourceIds }, [...held]));
  const refused = { kind: "redirect", path: "/errors/403" };
  expect(titleAt(path, holding(codes))).toBe(title);
  for (const missing of codes) {
    const held = codes.filter((code) => code !== missing);
    expect(at(path, holding(held)), missing).toEqual(refused);
  }
  if (permission === "ManageOwnResources") {
    expect(at(path, holding(codes, [uuid(4002)]))).toEqual(refused);
  }
}

describe("a route that is built", () => {
  it.each(BUILT)("%s %s shows %s, and asks for: %s", (_rules, path, title, permission) => {
    expect(titleAt(path, path === "/" ? NOBODY : ADMIN)).toBe(title);
    expectGuard(path, title, permission);
  });

  it.each([...BUILT, ...NOT_BUILT].filter(([, path]) => path !== "/"))(
    "[ROUTE-58] %s %s is reached without a slash at its end",
    (_rules, path) => {
      for (const session of [UNKNOWN, NOBODY, ADMIN]) {
        expect(at(`${path}/?a=/`, session)).toEqual({ kind: "redirect", path: `${path}?a=/` });
      }
    },
  );

  it("[ROUTE-59] [ROUTE-60] [ROUTE-61] [ROUTE-62] has a login-style placeholder at /, /logout and /activate alone", () => {
    const placeholders = BUILT.map(([, path]) => [path, placeholderOf(at(path, UNKNOWN))]);
    const likeLogin = placeholders.filter(([, look]) => look === "login").map(([path]) => path);
    expect(likeLogin).toEqual(["/", "/logout", "/activate"]);
  });

  it("stands in this table, whichever it is", () => {
    const shown = BUILT.map(([, path]) => at(path, path === "/" ? NOBODY : ADMIN));
    const names = new Set(shown.map((one) => (one.kind === "screen" ? one.route.name : one.kind)));
    expect([...names].toSorted()).toEqual(ROUTE_TABLE.routes.map(({ name }) => name).toSorted());
  });

  it("brings a view", async () => {
    for (const { name, load } of [...ROUTE_TABLE.routes, ROUTE_TABLE.notFound]) {
      expect((await load()).View, name).toBeTypeOf("function");
    }
  });
});

describe("a route that is not built", () => {
  it.each(NOT_BUILT)(
    "%s [ROUTE-57] %s shows %s, and asks for: %s",
    (_rules, path, title, permission) => {
      const shown = at(path, ADMIN);
      expect(shown.kind === "screen" && shown.route).toBe(ROUTE_TABLE.notFound);
      expectGuard(path, title, permission);
    },
  );

  it("stands in this table, whichever it is", () => {
    const reached = ROUTE_TABLE.planned.filter(({ path }) =>
      NOT_BUILT.some(([, address]) => matchRoute(parsePattern, path, address)[0]),
    );
    expect(reached).toEqual(ROUTE_TABLE.planned);
  });

  it.each(["", "?kind=all"])("[ROUTE-34] /rbac-grouping%s leads to job titles", (search) => {
    for (const session of [ADMIN, NOBODY, UNKNOWN]) {
      expect(at(`/rbac-grouping${search}`, session)).toEqual({
        kind: "redirect",
        path: `/rbac-grouping/job-titles${search}`,
      });
    }
  });

  it("is linked nowhere in the navigation and the footer", () => {
    const context: MenuContext = {
      session: ADMIN,
      pathname: "/dashboard",
      features: FEATURES,
      midpointURI: null,
      passwordEnabled: true,
      language: "en",
      t: frameMessages.english,
    };
    const entries = [
      ...navigationFor(context).flatMap(({ items }) => items),
      ...footerFor(context),
    ];
    for (const { href, external } of entries) {
      expect(NOT_BUILT.map(([, path]) => path)).not.toContain(href);
      if (external) continue;
      const shown = at(href, ADMIN);
      expect(shown.kind === "screen" && shown.route, href).not.toBe(ROUTE_TABLE.notFound);
      expect(shown.kind, href).toBe("screen");
    }
  });
});

/** Every route that the product is to have: those that are built open as they should, and the others show Not Found. */
import { describe, expect, it } from "vitest";
import { PERMISSION_GROUPS, type RoutePermission } from "#events/policy/permissions.ts";
import { footerFor, navigationFor, type MenuContext } from "#src/app/menu.ts";
import { frameWords } from "#src/app/frameWords.ts";
import { placeholderOf, resolve, type Resolution } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import type { Session } from "#src/features/session/index.ts";
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
  ["[ROUTE-63]", "/errors/401", "Unauthorized", "public"],
  ["[ROUTE-64]", "/errors/404", "Not Found", "public"],
  ["[ROUTE-65]", "/errors/500", "Internal Error", "public"],
  ["[ROUTE-66] [ROUTE-67]", "/errors/403", "Forbidden", "signedIn"],
  ["[ROUTE-68]", "/errors/not-authorized", "Not Authorized", "public"],
  ["[ROUTE-69]", "/errors/anything/else", "Not Found", "public"],
  [
    "[ROUTE-84] [ROUTE-70]",
    `/resources/${RESOURCE}/role-mapping`,
    "Role Mapping",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-85] [ROUTE-70]",
    `/resources/${RESOURCE}/role-mapping/${OID}`,
    "Role Mapping",
    "ManageOwnResources",
  ],
  [
    "[ROUTE-86] [ROUTE-70]",
    `/resources/${RESOURCE}/role-mapping/${OID}/access-policy-builder`,
    "Access Policy Builder",
    "ManageOwnResources",
  ],
];

/** Screens that this version does not have; one that is built moves up. */
const NOT_BUILT = [
  "/rbac/access-roles",
  `/rbac/access-roles/${OID}`,
  "/rbac/access-roles/bulk",
  "/rbac/role-mapping/bulk",
  "/rbac-grouping",
  "/rbac-grouping/job-titles",
  "/rbac-grouping/departments",
  "/rbac-grouping/locations",
  "/add-resource",
  "/reports",
  "/identities",
  `/identities/report/${OID}`,
  ...[
    "configuration",
    "field-mapping/inbound",
    "field-mapping/inbound/add",
    `field-mapping/inbound/edit/${OID}`,
    `field-mapping/inbound/edit/${OID}/ad-dn`,
    "activation-settings",
    "match-user-accounts/any",
    "correlation/add",
    `correlation/edit/${OID}`,
    "entitlement-review",
    "confirm-integration",
    "preview-and-approve",
    "role-mapping/bulk",
    "manage",
    "setup",
  ].map((path) => `/resources/${RESOURCE}/${path}`),
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
  return resolution.kind === "screen" ? resolution.route.title : resolution.kind;
};

describe("a route that is built", () => {
  it.each(BUILT)("%s %s shows %s, and asks for: %s", (_rules, path, title, permission) => {
    const isLogin = path === "/";
    expect(titleAt(path, isLogin ? NOBODY : ADMIN)).toBe(title);
    if (permission === "public") {
      expect(titleAt(path, NOBODY)).toBe(title);
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
    const roleCodes = path.includes("role-mapping") ? PERMISSION_GROUPS.RoleMapping : [];
    const resourceIds = [RESOURCE];
    const holding = (held: readonly (typeof codes)[number][]) =>
      sessionOf(makeUser({ resourceIds }, [...new Set([...held, ...roleCodes])]));
    expect(titleAt(path, holding(codes))).toBe(title);
    if (permission !== "RoleMapping") {
      for (const missing of codes) {
        const session = holding(codes.filter((code) => code !== missing));
        expect(at(path, session), missing).toEqual({ kind: "redirect", path: "/errors/403" });
      }
    }
  });

  it.each(BUILT.filter(([, path]) => path !== "/"))(
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
  it.each(NOT_BUILT)("[ROUTE-57] %s shows Not Found, to visitors as well", (path) => {
    for (const session of [ADMIN, WITHOUT, NOBODY]) {
      expect(titleAt(path, session)).toBe(ROUTE_TABLE.notFound.title);
    }
  });

  it("is linked nowhere in the navigation and the footer", () => {
    const context: MenuContext = {
      session: ADMIN,
      pathname: "/dashboard",
      routes: ROUTE_TABLE.routes,
      midpointURI: null,
      passwordEnabled: true,
      language: "en",
      words: frameWords.english,
    };
    const entries = [
      ...navigationFor(context).flatMap(({ items }) => items),
      ...footerFor(context),
    ];
    for (const { href, external } of entries) {
      expect(NOT_BUILT).not.toContain(href);
      if (!external) expect(titleAt(href, ADMIN)).not.toBe(ROUTE_TABLE.notFound.title);
    }
  });
});

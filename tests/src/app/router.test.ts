/** Which screen an address leads to: decided without a browser. */
import { describe, expect, it } from "vitest";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import type { Session } from "#src/data/session/index.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { placeholderOf, resolve, type Resolution } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { makeUser, uuid } from "../support/fixtures.ts";

const UNKNOWN: Session = { known: false, user: null, client: null };
const NOBODY: Session = { known: true, user: null, client: null };
const RESOURCE = uuid(4001);
const sessionOf = (user: Session["user"]): Session => ({
  known: true,
  user,
  client: user?.clients[0] ?? null,
});
const ADMIN = sessionOf(makeUser());

/** Somebody with some permissions at a client, who is no super-user. */
const holding = (...names: (typeof PERMISSION_CODES)[number][]) => sessionOf(makeUser({}, names));

const at = (path: string, session: Session = ADMIN): Resolution =>
  resolve(ROUTE_TABLE, parsePath(path), session);
const screenAt = (path: string, session: Session = ADMIN): string | undefined => {
  const resolution = at(path, session);
  return resolution.kind === "screen" ? resolution.route.name : undefined;
};

const PROTECTED = [
  "/dashboard",
  "/rbac/role-mapping",
  `/rbac/role-mapping/${uuid(1)}`,
  `/rbac/role-mapping/${uuid(1)}/access-policy-builder`,
  `/resources/${RESOURCE}/role-mapping`,
  `/resources/${RESOURCE}/role-mapping/${uuid(1)}`,
  `/resources/${RESOURCE}/role-mapping/${uuid(1)}/access-policy-builder`,
  "/request-support",
  "/errors/403",
];

describe("a protected address", () => {
  it.each(PROTECTED)(
    "[ROUTE-93] [ROUTE-94] sends visitors from %s to the login path, with the way back",
    (path) => {
      const resolution = at(`${path}?page=2&sort=name`, NOBODY);
      expect(resolution.kind).toBe("redirect");
      const { pathname, search } = parsePath(resolution.kind === "redirect" ? resolution.path : "");
      expect(pathname).toBe("/");
      expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
        redirect: `${path}?page=2&sort=name`,
      });
    },
  );

  it.each([
    ["[ROUTE-95]", "state", "s 1/2"],
    ["[ROUTE-96]", "code", "c+d&e"],
  ])("%s takes %s along where it is there", (_rule, key, value) => {
    const query = new URLSearchParams({ [key]: value });
    const resolution = at(`/dashboard?${query.toString()}`, NOBODY);
    const { search } = parsePath(resolution.kind === "redirect" ? resolution.path : "");
    expect(new URLSearchParams(search).get(key)).toBe(value);
    const other = key === "state" ? "code" : "state";
    expect(new URLSearchParams(search).has(other)).toBe(false);
  });

  it.each(PROTECTED)("waits at %s until it is known who is signed in", (path) => {
    expect(at(path, UNKNOWN).kind).toBe("wait");
  });

  it.each(PROTECTED)("opens at %s to an administrator", (path) => {
    expect(at(path).kind).toBe("screen");
  });

  const NOTHING = holding();
  it.each(PROTECTED.filter((path) => path.includes("role-mapping")))(
    "[ROUTE-97] sends a signed-in user without permission from %s to /errors/403",
    (path) => {
      expect(at(path, NOTHING)).toEqual({ kind: "redirect", path: "/errors/403" });
    },
  );

  it.each([
    ["[ROUTE-11]", "/dashboard"],
    ["[ROUTE-44]", "/request-support"],
    ["[ROUTE-67]", "/errors/403"],
  ])("%s %s needs no more than a signed-in user", (_rule, path) => {
    expect(at(path, NOTHING).kind).toBe("screen");
  });

  const ROLES = ["roles_create", "roles_read", "roles_update", "roles_delete"] as const;
  it.each([
    ["[ROUTE-27]", "/rbac/role-mapping"],
    ["[ROUTE-29]", `/rbac/role-mapping/${uuid(1)}`],
    ["[ROUTE-31]", `/rbac/role-mapping/${uuid(1)}/access-policy-builder`],
  ])("%s %s needs the role-mapping permission and no other", (_rule, path) => {
    expect(at(path, holding(...ROLES)).kind).toBe("screen");
    for (const missing of ROLES) {
      const others = PERMISSION_CODES.filter(
        (code) => code !== missing && !/^(?:resource_all|client)_/.test(code),
      );
      expect(at(path, holding(...others)).kind).toBe("redirect");
    }
  });
});

describe("the addresses of people", () => {
  it.each([
    ["[ROUTE-12]", "/profile", "Manage Profile"],
    ["[ROUTE-16]", "/users", "Manage Users"],
    ["[ROUTE-18]", `/users/${uuid(1)}`, "Edit User"],
    ["", "/users/bulk", "Bulk Changes"],
  ])("%s %s shows %s", (_rule, path, title) => {
    const place = at(path);
    expect(place).toMatchObject({ kind: "screen", route: { title } });
  });

  const USERS = [
    "users_all_create",
    "users_all_read",
    "users_all_update",
    "users_all_delete",
  ] as const;
  it.each([
    ["[ROUTE-13]", "/profile", ["users_self_update"]],
    ["[ROUTE-15]", "/profile/password", ["users_self_update"]],
    ["[ROUTE-17]", "/users", USERS],
    ["[ROUTE-19]", `/users/${uuid(1)}`, USERS],
    ["", "/users/bulk", USERS],
  ] as const)("%s %s needs its permissions and no other", (_rule, path, needed) => {
    expect(at(path, holding(...needed)).kind).toBe("screen");
    for (const missing of needed) {
      const others = PERMISSION_CODES.filter(
        (code) => code !== missing && !/^(?:resource_all|client)_/.test(code),
      );
      expect(at(path, holding(...others)).kind).toBe("redirect");
    }
  });
});

describe("a resource-scoped address", () => {
  const paths = [
    ["[ROUTE-84]", `/resources/${RESOURCE}/role-mapping`],
    ["[ROUTE-85]", `/resources/${RESOURCE}/role-mapping/${uuid(1)}`],
    ["[ROUTE-86]", `/resources/${RESOURCE}/role-mapping/${uuid(1)}/access-policy-builder`],
  ] as const;
  const OWN = ["resource_own_read", "resource_own_update"] as const;
  const ROLES = ["roles_create", "roles_read", "roles_update", "roles_delete"] as const;
  const own = (resourceIds: string[], ...names: (typeof PERMISSION_CODES)[number][]) =>
    sessionOf(makeUser({ resourceIds }, names));

  it.each(paths)("%s [ROUTE-53] %s opens with the group and the resource", (_rule, path) => {
    expect(at(path, own([RESOURCE], ...OWN, ...ROLES)).kind).toBe("screen");
  });

  it("[ROUTE-54] is guarded by itself: what stands below /resources beside it is open to visitors", () => {
    for (const path of ["/resources", "/resources/x", `/resources/${RESOURCE}/nothing`]) {
      expect(screenAt(path, NOBODY), path).toBe(ROUTE_TABLE.notFound.name);
    }
  });

  it.each(paths)("%s [ROUTE-70] %s needs the manage-own-resources group", (_rule, path) => {
    for (const missing of OWN) {
      const names = OWN.filter((code) => code !== missing);
      expect(at(path, own([RESOURCE], ...names, ...ROLES))).toEqual({
        kind: "redirect",
        path: "/errors/403",
      });
    }
  });

  it.each(paths)("%s [ROUTE-71] %s needs access to that very resource", (_rule, path) => {
    expect(at(path, own([uuid(4002)], ...OWN, ...ROLES))).toEqual({
      kind: "redirect",
      path: "/errors/403",
    });
    expect(at(path, ADMIN).kind).toBe("screen");
  });
});

describe("a public address", () => {
  it.each([
    ["[ROUTE-5]", "/logout"],
    ["[ROUTE-7]", "/forgot-password"],
    ["[ROUTE-9]", "/reset-password"],
    ["[ROUTE-56]", "/errors/401"],
    ["[ROUTE-56]", "/errors/404"],
    ["[ROUTE-56]", "/errors/500"],
    ["[ROUTE-56]", "/errors/not-authorized"],
  ])("%s opens at %s to visitors, and before it is known who they are", (_rule, path) => {
    expect(at(path, NOBODY).kind).toBe("screen");
    expect(at(path, UNKNOWN).kind).toBe("screen");
  });

  it("[ROUTE-2] [ROUTE-3] shows the Login screen at / to visitors", () => {
    expect(screenAt("/", NOBODY)).toBe("login");
    expect(at("/", UNKNOWN).kind).toBe("wait");
  });

  it("leads whoever is signed in on from /", () => {
    expect(at("/")).toEqual({ kind: "redirect", path: "/dashboard" });
    expect(at("/?redirect=%2Frbac%2Frole-mapping")).toEqual({
      kind: "redirect",
      path: "/rbac/role-mapping",
    });
  });

  it.each(["/users?contains=100%25", "/users?contains=%2541", "/rbac/role-mapping/a%2Fb%25"])(
    "leads on to the very path that was wanted: %s",
    (path) => {
      const login = at(path, NOBODY);
      expect(login.kind).toBe("redirect");
      expect(at(login.kind === "redirect" ? login.path : "")).toEqual({ kind: "redirect", path });
    },
  );

  it.each([
    "https://elsewhere.example",
    "//elsewhere.example",
    "%2F%2Felsewhere.example",
    "/%2Felsewhere.example",
    "/\\elsewhere",
    "/%5Celsewhere",
    "/\t/elsewhere.example",
    "/%09/elsewhere.example",
    "\n//elsewhere.example",
    "javascript:1",
    "java\tscript:1",
    "%",
  ])("leads nobody out of the app: %s", (redirect) => {
    const query = new URLSearchParams({ redirect });
    expect(at(`/?${query.toString()}`)).toEqual({ kind: "redirect", path: "/dashboard" });
  });
});

describe("the screens", () => {
  it.each([
    ["[ROUTE-4]", "/logout", "Logout"],
    ["[ROUTE-10]", "/dashboard", "Dashboard"],
    ["[ROUTE-26]", "/rbac/role-mapping", "Role Mapping"],
    ["[ROUTE-43]", "/request-support", "Support Request"],
    [
      "[ROUTE-30] [APB-2]",
      `/rbac/role-mapping/${uuid(1)}/access-policy-builder`,
      "Access Policy Builder",
    ],
    [
      "[APB-3]",
      `/resources/${RESOURCE}/role-mapping/${uuid(1)}/access-policy-builder`,
      "Access Policy Builder",
    ],
  ])("%s stand at their address: %s", (_rule, path, title) => {
    const resolution = at(path);
    expect(resolution.kind === "screen" && resolution.route.title).toBe(title);
  });

  it("[ROUTE-28] [APB-2] [APB-3] take their parameters from the address", () => {
    const path = `/resources/${RESOURCE}/role-mapping/${uuid(1)}/access-policy-builder`;
    expect(at(path)).toMatchObject({ params: { resourceId: RESOURCE, oid: uuid(1) } });
    expect(at(`/rbac/role-mapping/${uuid(1)}`)).toMatchObject({ params: { oid: uuid(1) } });
  });

  it("decode what stands encoded in the address", () => {
    expect(at("/rbac/role-mapping/a%2Fb%20c")).toMatchObject({ params: { oid: "a/b c" } });
    expect(at("/rbac/role-mapping/%E0%A4%A")).toMatchObject({ params: { oid: "%E0%A4%A" } });
  });

  it("[ROUTE-1] are loaded lazily, all of them", () => {
    for (const { load } of [...ROUTE_TABLE.routes, ROUTE_TABLE.notFound]) {
      expect(load.toString()).toMatch(/import/);
    }
  });

  it("are named and addressed once each", () => {
    const { routes } = ROUTE_TABLE;
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  });
});

describe("an address without a screen", () => {
  it.each([
    "/nowhere",
    "/DASHBOARD",
    "/rbac",
    "/rbac/role-mapping/a/b",
    "/rbac/role-mapping/a/access-policy-builder/c",
    "/resources",
    "/users/a/b",
  ])("[ROUTE-57] shows Not Found at %s, to visitors as well", (path) => {
    expect(screenAt(path)).toBe(ROUTE_TABLE.notFound.name);
    expect(screenAt(path, NOBODY)).toBe(ROUTE_TABLE.notFound.name);
  });

  it.each(["/errors/418", "/errors/x/y", "/errors"])("[ROUTE-69] shows Not Found at %s", (path) => {
    const resolution = at(path);
    expect(resolution.kind === "screen" && resolution.route.title).toBe("Not Found");
  });
});

describe("a trailing slash", () => {
  it.each([
    ["/dashboard/", "/dashboard"],
    ["/rbac/role-mapping/?page=2", "/rbac/role-mapping?page=2"],
    ["/nowhere/", "/nowhere"],
    ["/errors/404///", "/errors/404"],
    [
      `/resources/${RESOURCE}/role-mapping/${uuid(1)}/`,
      `/resources/${RESOURCE}/role-mapping/${uuid(1)}`,
    ],
    ["//", "/"],
    ["//elsewhere.example/", "/elsewhere.example"],
  ])("[ROUTE-58] redirects from %s to %s", (path, target) => {
    for (const session of [ADMIN, NOBODY, UNKNOWN]) {
      expect(at(path, session)).toEqual({ kind: "redirect", path: target });
    }
  });

  it("[ROUTE-58] stays at /", () => {
    expect(at("/", NOBODY).kind).toBe("screen");
  });
});

describe("the placeholder", () => {
  it.each([
    ["[ROUTE-59]", "/"],
    ["[ROUTE-60]", "/logout"],
    ["[ROUTE-61]", "/activate"],
  ])("%s is login-style at %s", (_rule, path) => {
    expect(placeholderOf(at(path, NOBODY))).toBe("login");
    expect(placeholderOf(at(path, UNKNOWN))).toBe("login");
  });

  it.each(["/dashboard", "/rbac/role-mapping", "/reset-password", "/errors/404", "/nowhere"])(
    "[ROUTE-62] is the generic one at %s",
    (path) => {
      expect(placeholderOf(at(path))).toBe("generic");
      expect(placeholderOf(at(path, UNKNOWN))).toBe("generic");
    },
  );

  it("[ROUTE-62] is the generic one before anything is known", () => {
    expect(placeholderOf(null)).toBe("generic");
  });
});

/** The screen of an address. `routeTable.test.ts` checks the permissions of each address. */
import { describe, expect, it } from "vitest";
import type { Session } from "#src/data/session/index.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { placeholderOf, resolve, type Resolution } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { makeUser, uuid } from "../support/fixtures.ts";

const UNKNOWN: Session = { known: false, user: null, client: null };
const VISITOR: Session = { known: true, user: null, client: null };
const RESOURCE = uuid(4001);
const USER = makeUser();
const ADMIN: Session = { known: true, user: USER, client: USER.clients[0] ?? null };

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
    "[ROUTE-93] [ROUTE-94] sends visitors from %s to the login path with a return path",
    (path) => {
      const resolution = at(`${path}?page=2&sort=name`, VISITOR);
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
  ])("%s keeps %s if present", (_rule, key, value) => {
    const query = new URLSearchParams({ [key]: value });
    const resolution = at(`/dashboard?${query.toString()}`, VISITOR);
    const { search } = parsePath(resolution.kind === "redirect" ? resolution.path : "");
    expect(new URLSearchParams(search).get(key)).toBe(value);
    const other = key === "state" ? "code" : "state";
    expect(new URLSearchParams(search).has(other)).toBe(false);
  });
});

describe("a resource-scoped address", () => {
  it("[ROUTE-54] has its own guard: other addresses below /resources are open to visitors", () => {
    for (const path of ["/resources/x", `/resources/${RESOURCE}/nothing`]) {
      expect(screenAt(path, VISITOR), path).toBe(ROUTE_TABLE.notFound.name);
    }
  });
});

describe("the address of the sign-in page", () => {
  it("redirects signed-in users from /", () => {
    expect(at("/")).toEqual({ kind: "redirect", path: "/dashboard" });
    expect(at("/?redirect=%2Frbac%2Frole-mapping")).toEqual({
      kind: "redirect",
      path: "/rbac/role-mapping",
    });
  });

  it.each(["/users?contains=100%25", "/users?contains=%2541", "/rbac/role-mapping/a%2Fb%25"])(
    "redirects to exactly the requested path: %s",
    (path) => {
      const login = at(path, VISITOR);
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
  ])("never redirects out of the app: %s", (redirect) => {
    const query = new URLSearchParams({ redirect });
    expect(at(`/?${query.toString()}`)).toEqual({ kind: "redirect", path: "/dashboard" });
  });
});

describe("the screens", () => {
  it("[ROUTE-28] [APB-2] [APB-3] take their parameters from the address", () => {
    const path = `/resources/${RESOURCE}/role-mapping/${uuid(1)}/access-policy-builder`;
    expect(at(path)).toMatchObject({ params: { resourceId: RESOURCE, oid: uuid(1) } });
    expect(at(`/rbac/role-mapping/${uuid(1)}`)).toMatchObject({ params: { oid: uuid(1) } });
  });

  it("decode the parameters of the address", () => {
    expect(at("/rbac/role-mapping/a%2Fb%20c")).toMatchObject({ params: { oid: "a/b c" } });
    expect(at("/rbac/role-mapping/%E0%A4%A")).toMatchObject({ params: { oid: "%E0%A4%A" } });
  });

  it("[ROUTE-1] are all loaded lazily", () => {
    for (const { load } of [...ROUTE_TABLE.routes, ROUTE_TABLE.notFound]) {
      expect(load.toString()).toMatch(/import/);
    }
  });

  it("have unique names and addresses", () => {
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
    "/users/a/b",
  ])("[ROUTE-57] shows Not Found at %s, also to visitors", (path) => {
    expect(screenAt(path)).toBe(ROUTE_TABLE.notFound.name);
    expect(screenAt(path, VISITOR)).toBe(ROUTE_TABLE.notFound.name);
  });

  it.each(["/errors/418", "/errors/x/y", "/errors"])("[ROUTE-69] shows Not Found at %s", (path) => {
    const resolution = at(path);
    expect(resolution.kind === "screen" && resolution.route.title.en).toBe("Not Found");
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
    for (const session of [ADMIN, VISITOR, UNKNOWN]) {
      expect(at(path, session)).toEqual({ kind: "redirect", path: target });
    }
  });

  it("[ROUTE-58] stays at /", () => {
    expect(at("/", VISITOR).kind).toBe("screen");
  });
});

it("[ROUTE-62] the placeholder is the generic one while nothing is known and for an address without a screen", () => {
  for (const resolution of [null, at("/nowhere", UNKNOWN)]) {
    expect(placeholderOf(resolution)).toBe("generic");
  }
});

import { describe, expect, it } from "vitest";
import { bucketOf } from "#events/rules/accessRoles.ts";
import {
  addPage,
  cacheKey,
  countKey,
  dropChanged,
  restoreRoles,
  storePage,
  toggle,
  type RolesCache,
} from "#src/features/access-roles/rolesCache.ts";
import { makeRole } from "./fixtures.ts";

const roles = (...numbers: number[]) => numbers.map((number) => makeRole(number));
const QUERY = { sort: "name,asc", contains: "" };

describe("pages of roles", () => {
  it("[ROLE-6] page 0 replaces the list", () => {
    expect(addPage(roles(1, 2), 0, roles(3))).toEqual(roles(3));
  });

  it("[ROLE-7] [ROLE-8] later pages are appended without duplicates by oid", () => {
    expect(addPage(roles(1, 2), 1, roles(2, 3))).toEqual(roles(1, 2, 3));
  });

  it("[ROLE-9] [ROLE-10] are restored from the cache of their resource, up to the first missing page", () => {
    let cache: RolesCache = {};
    for (const [page, numbers] of [
      [0, [1, 2]],
      [1, [2, 3]],
      [3, [4]],
    ] as const) {
      const key = { ...QUERY, page, resourceOids: "crm" };
      cache = storePage(cache, "crm", key, { roles: roles(...numbers), total: 7 });
    }
    expect(restoreRoles(cache, "crm", QUERY, 5)).toEqual({
      roles: roles(1, 2, 3),
      total: 7,
      nextPage: 2,
    });
    expect(restoreRoles(cache, "crm", QUERY, 1).roles).toEqual(roles(1, 2));
    expect(restoreRoles(cache, "erp", QUERY, 5)).toEqual({ roles: [], total: null, nextPage: 0 });
    expect(restoreRoles(cache, "crm", { ...QUERY, contains: "x" }, 5).nextPage).toBe(0);
  });

  it("[ROLE-11] are cached by sort, filter, page and resources", () => {
    const key = { sort: "name,desc", contains: "tell", page: 2, resourceOids: "default" };
    expect(cacheKey(key)).toBe("name,desc;tell;2;default");
    const cache = storePage({}, "default", key, { roles: [], total: 0 });
    expect(cache).toEqual({ default: { "name,desc;tell;2;default": { roles: [], total: 0 } } });
  });

  it("are dropped where the number of a resource's roles has changed", () => {
    const key = { ...QUERY, page: 0 };
    let cache = storePage({}, "crm", { ...key, resourceOids: "crm" }, { roles: [], total: 7 });
    cache = storePage(cache, "erp", { ...key, resourceOids: "erp" }, { roles: [], total: 2 });
    const counts = new Map([
      ["crm", 8],
      ["erp", 2],
    ]);
    expect(Object.keys(dropChanged(cache, "", counts))).toEqual(["erp"]);
    expect(dropChanged(cache, "other", counts)).toBe(cache);
  });

  it("[ROLE-12] [ROLE-13] have a count by filter, and without one under 'all'", () => {
    expect(countKey("tell")).toBe("tell");
    expect(countKey("")).toBe("all");
  });

  it("[ROLE-14] of a resource are selected and cleared by turns", () => {
    expect(toggle(["crm"], "erp")).toEqual(["crm", "erp"]);
    expect(toggle(["crm", "erp"], "crm")).toEqual(["erp"]);
  });

  it("[ROLE-4] [ROLE-5] are in the bucket of their resource, or in the default bucket", () => {
    expect(bucketOf({ extension: { resourceRef: { oid: "crm" } } })).toBe("crm");
    expect(bucketOf({ extension: {} })).toBe("default");
  });
});

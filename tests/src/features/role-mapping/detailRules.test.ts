import { describe, expect, it } from "vitest";
import type { PermissionCode } from "#events/rules/permissions.ts";
import {
  offersResources,
  openableResources,
  placeOf,
} from "#src/features/role-mapping/detailRules.ts";
import { makeOrg, makeResource, makeUser, uuid } from "../../support/fixtures.ts";

it("an org's place consists of the names between its type's root and itself", () => {
  const root = makeOrg(1, { displayName: "Departments" });
  const parent = makeOrg(2, { displayName: "Retail", parentOrgRef: { oid: root.oid } });
  expect(placeOf([root])).toEqual([]);
  expect(placeOf([root, parent])).toEqual(["Retail"]);
});

describe("building for one resource", () => {
  const OWN: readonly PermissionCode[] = ["resource_own_read", "resource_own_update"];
  const resources = [
    makeResource(1, { name: "Zeta" }),
    makeResource(2, { name: "alpha" }),
    makeResource(3, { name: "Beta" }),
  ];

  it("[ROLE-3] [PERM-30] offers the resources that the user can open, by name", () => {
    const owner = makeUser({ resourceIds: [uuid(4001), uuid(4002)] }, OWN);
    const names = openableResources(resources, owner, "").map(({ name }) => name);
    expect(names).toEqual(["alpha", "Zeta"]);
    expect(openableResources(resources, makeUser(), "").map(({ name }) => name)).toEqual([
      "alpha",
      "Beta",
      "Zeta",
    ]);
    expect(openableResources(resources, owner, "ZE")).toEqual([resources[0]]);
    expect(openableResources(resources, null, "")).toEqual([]);
  });

  it("is not offered to users who can open none", () => {
    expect(offersResources(makeUser({ resourceIds: [] }, OWN))).toBe(false);
    expect(offersResources(makeUser({ resourceIds: [uuid(4001)] }, ["roles_read"]))).toBe(false);
    expect(offersResources(makeUser({ resourceIds: [uuid(4001)] }, OWN))).toBe(true);
    expect(offersResources(makeUser())).toBe(true);
    expect(offersResources(null)).toBe(false);
  });
});

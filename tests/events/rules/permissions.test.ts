import { describe, expect, test } from "vitest";
import {
  canAccessResource,
  canAddSystems,
  canAssignUsers,
  canCreateResources,
  canDeleteResource,
  canOpenResource,
  canUpdateAnyResource,
  canUpdateResource,
  decideAccess,
  gatherPermissions,
  holdsGroup,
  isSuperUser,
  PERMISSION_CODES,
  PERMISSION_GROUPS,
  type PermissionGroup,
  type PermissionHolder,
  policyResources,
  seesAllResources,
  seesDirectory,
  seesPeople,
  showsRoleMapping,
} from "#events/rules/permissions.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";

type Codes = readonly string[];

function user(codes: Codes, resourceIds: Codes = [], roleName = "Some role"): PermissionHolder {
  return {
    roles: [{ name: roleName, permissions: codes.map((name) => ({ name })) }],
    resourceIds,
  };
}

const SUPER_CODES = [
  "resource_all_create",
  "resource_all_read",
  "resource_all_update",
  "resource_all_delete",
  "client_create",
  "client_read",
  "client_update",
  "client_delete",
];
const superUser = user(SUPER_CODES);
const ALL_GROUPS = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];

describe("codes", () => {
  test.each([
    ["PERM-1", "users_all", ["create", "read", "update", "delete"]],
    ["PERM-2", "users_self", ["update"]],
    ["PERM-3", "roles", ["create", "read", "update", "delete"]],
    ["PERM-4", "resource_own", ["read", "update", "delete", "users"]],
    ["PERM-5", "resource_all", ["create", "read", "update", "delete", "users"]],
    ["PERM-6", "client", ["create", "read", "update", "delete"]],
    ["PERM-7", "financial", ["read", "update"]],
    ["PERM-8", "connectors", ["create", "read", "update", "delete"]],
    ["PERM-9", "iam_identities", ["read"]],
    ["PERM-10", "orgs", ["create", "read", "update", "delete"]],
    ["PERM-11", "access_roles_own", ["create", "read", "update", "delete"]],
  ])("[%s] %s has %j", (_rule, family, verbs) => {
    const codes = PERMISSION_CODES.filter((code) => code.startsWith(`${family}_`));
    expect(codes.toSorted()).toEqual(verbs.map((verb) => `${family}_${verb}`).toSorted());
  });

  test("no other codes exist", () => {
    expect(PERMISSION_CODES).toHaveLength(37);
    expect(new Set(PERMISSION_CODES).size).toBe(37);
  });
});

test("[PERM-4] [PERM-5] users are assigned to own resources with resource_own_users, to any with resource_all_users", () => {
  const own = user(["resource_own_users"], ["r1"]);
  expect(canAssignUsers(own, "r1")).toBe(true);
  expect(canAssignUsers(own, "R1")).toBe(true);
  expect(canAssignUsers(own, "r2")).toBe(false);
  expect(canAssignUsers(user(["resource_all_users"]), "r2")).toBe(true);
  expect(canAssignUsers(user(PERMISSION_GROUPS.ManageOwnResources, ["r1"]), "r1")).toBe(false);
  expect(canAssignUsers(superUser, "r2")).toBe(true);
});

describe("groups", () => {
  const CRUD = ["create", "read", "update", "delete"];
  test.each([
    ["PERM-12", "ManageAllResources", CRUD.map((verb) => `resource_all_${verb}`)],
    ["PERM-13", "ManageOwnResources", ["resource_own_read", "resource_own_update"]],
    ["PERM-14", "ConnectorManage", CRUD.map((verb) => `connectors_${verb}`)],
    ["PERM-15", "ConnectorRead", ["connectors_read"]],
    ["PERM-16", "UserSelfUpdate", ["users_self_update"]],
    ["PERM-17", "EditAllUsers", CRUD.map((verb) => `users_all_${verb}`)],
    ["PERM-18", "ManageUsers", ["users_all_read"]],
    ["PERM-19", "RoleMapping", CRUD.map((verb) => `roles_${verb}`)],
    ["PERM-20", "Financial", ["financial_read", "financial_update"]],
    ["PERM-21", "ClientProfile", ["client_read", "client_update"]],
    ["PERM-22", "OrgGrouping", CRUD.map((verb) => `orgs_${verb}`)],
    ["PERM-23", "AccessRoles", CRUD.map((verb) => `access_roles_own_${verb}`)],
  ] as const)("[%s] %s holds %j", (_rule, group, codes) => {
    expect([...PERMISSION_GROUPS[group]].map(String).toSorted()).toEqual([...codes].toSorted());
  });

  test.each(ALL_GROUPS)("[PERM-24] [PERM-25] %s needs exactly its codes", (group) => {
    const codes: Codes = PERMISSION_GROUPS[group];
    expect(holdsGroup(user(codes), group)).toBe(true);
    for (const missing of codes) {
      const rest = codes.filter((code) => code !== missing);
      expect(holdsGroup(user(rest), group)).toBe(false);
    }
    const others = PERMISSION_CODES.filter(
      (code) => !codes.includes(code) && code !== "client_delete",
    );
    expect(holdsGroup(user(others), group)).toBe(false);
  });

  test("[PERM-26] a super-user holds every group", () => {
    expect(ALL_GROUPS.filter((group) => !holdsGroup(superUser, group))).toEqual([]);
  });

  test("a super-user holds eight codes, each of them required", () => {
    expect(isSuperUser(superUser)).toBe(true);
    for (const missing of SUPER_CODES) {
      expect(isSuperUser(user(SUPER_CODES.filter((code) => code !== missing)))).toBe(false);
    }
    expect(isSuperUser(user([], [], "owner"))).toBe(false);
  });

  test("[PERM-27] codes are collected from all roles", () => {
    const [first, ...rest] = PERMISSION_GROUPS.RoleMapping;
    const both: PermissionHolder = {
      resourceIds: [],
      roles: [
        { name: "a", permissions: [{ name: first }] },
        { name: "b", permissions: rest.map((name) => ({ name })) },
        { name: "c", permissions: [] },
      ],
    };
    expect([...gatherPermissions(both)].toSorted()).toEqual([first, ...rest].toSorted());
    expect(holdsGroup(both, "RoleMapping")).toBe(true);
  });
});

describe("resources", () => {
  test("[PERM-28] users have access to their own resource", () => {
    expect(canAccessResource(user([], ["r1", "r2"]), "r2")).toBe(true);
  });

  test("[PERM-29] a super-user has access to every resource", () => {
    expect(canAccessResource(superUser, "any")).toBe(true);
  });

  test("[PERM-30] other users have no access to it", () => {
    const almost = PERMISSION_CODES.filter((code) => code !== "client_delete");
    expect(canAccessResource(user(almost, ["r1"]), "r2")).toBe(false);
  });

  test("opening a resource's screens requires the group and access to that resource", () => {
    const group = PERMISSION_GROUPS.ManageOwnResources;
    expect(canOpenResource(user(group, ["r1"]), "r1")).toBe(true);
    expect(canOpenResource(user(group, ["r1"]), "r2")).toBe(false);
    expect(canOpenResource(user(["resource_own_read"], ["r1"]), "r1")).toBe(false);
    expect(canOpenResource(superUser, "r2")).toBe(true);
  });

  test("[PERM-31] resource_all_update is enough to update any resource", () => {
    expect(canUpdateAnyResource(user(["resource_all_update"]))).toBe(true);
  });

  test.each(["owner", "Owner", "OWNER"])("[PERM-32] a role named %s is enough, too", (name) => {
    expect(canUpdateAnyResource(user([], [], name))).toBe(true);
  });

  test("[PERM-32] one such role among several is enough", () => {
    const { roles } = user([]);
    expect(
      canUpdateAnyResource({ roles: [...roles, ...user([], [], "Owner").roles], resourceIds: [] }),
    ).toBe(true);
  });

  test("[PERM-33] other users may not update any resource", () => {
    const others = PERMISSION_CODES.filter((code) => code !== "resource_all_update");
    expect(canUpdateAnyResource(user(others, ["r1"], "co-owner"))).toBe(false);
  });

  test("[PERM-34] users with resource_own_update can update their own resource", () => {
    expect(canUpdateResource(user(["resource_own_update"], ["r1"]), "r1")).toBe(true);
  });

  test("[PERM-35] users who can update any resource can update this one", () => {
    expect(canUpdateResource(user(["resource_all_update"]), "r1")).toBe(true);
    expect(canUpdateResource(user([], [], "Owner"), "r1")).toBe(true);
    expect(canUpdateResource(superUser, "r1")).toBe(true);
  });

  test("[PERM-36] resource_own_update does not cover other resources", () => {
    expect(canUpdateResource(user(["resource_own_update"], ["r1"]), "r2")).toBe(false);
  });

  test("[PERM-37] users without resource_own_update cannot update their own resource", () => {
    expect(canUpdateResource(user(["resource_own_read"], ["r1"]), "r1")).toBe(false);
  });

  test("a super-user can update any resource and create others", () => {
    expect(canUpdateAnyResource(superUser)).toBe(true);
    expect(canCreateResources(superUser)).toBe(true);
  });

  test("all resources are seen by those who read all, administer users, or map roles", () => {
    expect(seesAllResources(user(["resource_all_read"]))).toBe(true);
    expect(seesAllResources(user(PERMISSION_GROUPS.EditAllUsers))).toBe(true);
    expect(seesAllResources(user(PERMISSION_GROUPS.RoleMapping))).toBe(true);
    expect(seesAllResources(superUser)).toBe(true);
    const { EditAllUsers, RoleMapping } = PERMISSION_GROUPS;
    const almost = [...EditAllUsers.slice(1), ...RoleMapping.slice(1), "resource_own_read"];
    expect(seesAllResources(user(almost, ["r1"]))).toBe(false);
  });

  test("resources are deleted with resource_all_delete, and one's own with resource_own_delete", () => {
    const own = user(["resource_own_delete"], ["r1"]);
    expect(canDeleteResource(own, "r1")).toBe(true);
    expect(canDeleteResource(own, "R1")).toBe(true);
    expect(canDeleteResource(own, "r2")).toBe(false);
    expect(canDeleteResource(user([], ["r1"]), "r1")).toBe(false);
    expect(canDeleteResource(user(["resource_all_delete"]), "r2")).toBe(true);
    expect(canDeleteResource(superUser, "r2")).toBe(true);
  });

  test("people are seen by those who map roles or read them", () => {
    expect(seesPeople(user(PERMISSION_GROUPS.RoleMapping))).toBe(true);
    expect(seesPeople(user(PERMISSION_GROUPS.IdentitiesRead))).toBe(true);
    expect(seesPeople(user(PERMISSION_GROUPS.EditAllUsers, ["r1"]))).toBe(false);
  });

  test("entitlements of all resources are seen in reports by those who map roles, and of their own by others", () => {
    expect(policyResources(user(PERMISSION_GROUPS.RoleMapping, ["r1"]))).toBeNull();
    expect(policyResources(user(PERMISSION_GROUPS.IdentitiesRead, ["r1"]))).toEqual(["r1"]);
  });

  test("users who administer a part of the directory see its size", () => {
    const codes = [
      "users_all_read",
      "roles_read",
      "resource_all_read",
      "client_read",
      "iam_identities_read",
      "orgs_read",
    ];
    expect(PERMISSION_CODES.filter((code) => seesDirectory(user([code]))).toSorted()).toEqual(
      codes.toSorted(),
    );
    expect(seesDirectory(user([], ["r1"]))).toBe(false);
  });

  test("[PERM-38] resource_all_create is enough to create resources", () => {
    expect(canCreateResources(user(["resource_all_create"]))).toBe(true);
  });

  test("[PERM-39] other users may not create resources", () => {
    const others = PERMISSION_CODES.filter((code) => code !== "resource_all_create");
    expect(canCreateResources(user(others, ["r1"], "Owner"))).toBe(false);
  });
});

describe("calls and screens", () => {
  test("visitors may only use what is public, and a session is enough for signedIn", () => {
    const mapper = user(PERMISSION_GROUPS.RoleMapping);
    expect(decideAccess(null, { permission: "public" })).toBe("allowed");
    expect(decideAccess(null, { permission: "signedIn" })).toBe("unauthenticated");
    expect(decideAccess(null, { permission: "RoleMapping" })).toBe("unauthenticated");
    expect(decideAccess(user([]), { permission: "signedIn" })).toBe("allowed");
    expect(decideAccess(user([]), { permission: "RoleMapping" })).toBe("forbidden");
    expect(decideAccess(mapper, { permission: "RoleMapping" })).toBe("allowed");
  });

  test("calls about one resource are open to users who can open that resource", () => {
    const scoped = { permission: "ManageOwnResources", resourceScoped: true } as const;
    const keeper = user(PERMISSION_GROUPS.ManageOwnResources, ["r1"]);
    expect(decideAccess(null, scoped, "r1")).toBe("unauthenticated");
    expect(decideAccess(keeper, scoped, "r1")).toBe("allowed");
    expect(decideAccess(keeper, scoped, "R1")).toBe("allowed");
    expect(decideAccess(keeper, scoped, "r2")).toBe("forbidden");
    expect(decideAccess(keeper, scoped)).toBe("forbidden");
    expect(decideAccess(user(["resource_own_read"], ["r1"]), scoped, "r1")).toBe("forbidden");
    expect(decideAccess(superUser, scoped, "r2")).toBe("allowed");
  });

  test("another group, or resources of one's own, may open them as well", () => {
    const guarded = {
      permission: "RoleMapping",
      orGroup: "IdentitiesRead",
      orOwnResources: true,
    } as const;
    const { RoleMapping, IdentitiesRead, ManageOwnResources } = PERMISSION_GROUPS;
    expect(decideAccess(user(RoleMapping), guarded)).toBe("allowed");
    expect(decideAccess(user(IdentitiesRead), guarded)).toBe("allowed");
    expect(decideAccess(user(ManageOwnResources, ["r1"]), guarded)).toBe("allowed");
    expect(decideAccess(user(ManageOwnResources), guarded)).toBe("forbidden");
    expect(decideAccess(user([], ["r1"]), guarded)).toBe("forbidden");
    const plain = { permission: "RoleMapping" } as const;
    expect(decideAccess(user(IdentitiesRead), plain)).toBe("forbidden");
    expect(decideAccess(user(ManageOwnResources, ["r1"]), plain)).toBe("forbidden");
    const notOwn = { ...plain, orOwnResources: false };
    expect(decideAccess(user(ManageOwnResources, ["r1"]), notOwn)).toBe("forbidden");
    const ofGroup = { ...plain, orGroup: "IdentitiesRead" } as const;
    expect(decideAccess(user(IdentitiesRead), ofGroup)).toBe("allowed");
    expect(decideAccess(user(ManageOwnResources, ["r1"]), ofGroup)).toBe("forbidden");
  });

  test("systems are added by those who create and manage all resources and read connectors", () => {
    const { ManageAllResources, ConnectorRead } = PERMISSION_GROUPS;
    const needed = [...ManageAllResources, ...ConnectorRead];
    expect(canAddSystems(user(needed))).toBe(true);
    expect(canAddSystems(superUser)).toBe(true);
    for (const missing of needed) {
      expect(canAddSystems(user(needed.filter((code) => code !== missing))), missing).toBe(false);
    }
  });

  test("[PERM-40] these guard screens, and every screen requires one of them or a session", () => {
    const open = ["public", "signedIn"];
    // The specification names no address of a list of systems. It needs what the screens of one system need.
    const list = "/resources";
    const guards = ROUTE_TABLE.routes.filter(
      (one) => !one.resourceScoped && !open.includes(one.permission) && one.path !== list,
    );
    expect([...new Set(guards.map(({ permission }) => permission))].toSorted()).toEqual([
      "AccessRoles",
      "EditAllUsers",
      "OrgGrouping",
      "RoleMapping",
      "UserSelfUpdate",
    ]);
    for (const { path, permission, resourceScoped } of ROUTE_TABLE.routes) {
      expect(resourceScoped ?? false, path).toBe(path.startsWith("/resources/:resourceId/"));
      const isOwn = (resourceScoped ?? false) || path === list;
      expect(permission === "ManageOwnResources", path).toBe(isOwn);
    }
  });

  test("Role Mapping shows if the client enables it and the user holds the group", () => {
    const mapper = user(PERMISSION_GROUPS.RoleMapping);
    expect(showsRoleMapping(mapper, { adminEnabled: true })).toBe(true);
    expect(showsRoleMapping(mapper, { adminEnabled: false })).toBe(false);
    expect(showsRoleMapping(user([]), { adminEnabled: true })).toBe(false);
  });
});

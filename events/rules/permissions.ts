/** Permissions: client and server use the same rules. */

export const PERMISSION_CODES = [
  "users_all_create",
  "users_all_read",
  "users_all_update",
  "users_all_delete",
  "users_self_update",
  "roles_create",
  "roles_read",
  "roles_update",
  "roles_delete",
  "resource_own_read",
  "resource_own_update",
  "resource_own_delete",
  "resource_own_users",
  "resource_all_create",
  "resource_all_read",
  "resource_all_update",
  "resource_all_delete",
  "resource_all_users",
  "client_create",
  "client_read",
  "client_update",
  "client_delete",
  "financial_read",
  "financial_update",
  "connectors_create",
  "connectors_read",
  "connectors_update",
  "connectors_delete",
  "iam_identities_read",
  "orgs_create",
  "orgs_read",
  "orgs_update",
  "orgs_delete",
  "access_roles_own_create",
  "access_roles_own_read",
  "access_roles_own_update",
  "access_roles_own_delete",
] as const;
export type PermissionCode = (typeof PERMISSION_CODES)[number];

export const PERMISSION_GROUPS = {
  ManageAllResources: [
    "resource_all_create",
    "resource_all_read",
    "resource_all_update",
    "resource_all_delete",
  ],
  ManageOwnResources: ["resource_own_read", "resource_own_update"],
  ConnectorManage: [
    "connectors_create",
    "connectors_read",
    "connectors_update",
    "connectors_delete",
  ],
  ConnectorRead: ["connectors_read"],
  UserSelfUpdate: ["users_self_update"],
  EditAllUsers: ["users_all_create", "users_all_read", "users_all_update", "users_all_delete"],
  ManageUsers: ["users_all_read"],
  RoleMapping: ["roles_create", "roles_read", "roles_update", "roles_delete"],
  IdentitiesRead: ["iam_identities_read"],
  Financial: ["financial_read", "financial_update"],
  ClientProfile: ["client_read", "client_update"],
  OrgGrouping: ["orgs_create", "orgs_read", "orgs_update", "orgs_delete"],
  AccessRoles: [
    "access_roles_own_create",
    "access_roles_own_read",
    "access_roles_own_update",
    "access_roles_own_delete",
  ],
} as const satisfies Record<string, readonly PermissionCode[]>;
export type PermissionGroup = keyof typeof PERMISSION_GROUPS;

/** What a call or a screen requires: nothing, a session, or a session whose user holds the group. */
export type Permission = "public" | "signedIn" | PermissionGroup;

/** What a screen requires. Screens about one resource require ManageOwnResources and that resource. */
export type RoutePermission =
  | "public"
  | "signedIn"
  | Extract<
      PermissionGroup,
      "EditAllUsers" | "UserSelfUpdate" | "AccessRoles" | "RoleMapping" | "OrgGrouping"
    >
  | "ManageOwnResources";

/** The guard of a call or a screen. */
export interface Guarded {
  readonly permission: Permission;
  /** The path has a `:resourceId`, and the user must be able to open that resource as well. */
  readonly resourceScoped?: boolean;
  /** Also open to users who manage resources of their own, for those resources only (`policyResources`). */
  readonly orOwnResources?: boolean;
  /** Also open to holders of this group. */
  readonly orGroup?: PermissionGroup;
}

export type Verdict = "allowed" | "unauthenticated" | "forbidden";

/** The fields of a user that permission checks need. */
export interface PermissionHolder {
  readonly roles: readonly {
    readonly name: string;
    readonly permissions: readonly { readonly name: string }[];
  }[];
  readonly resourceIds: readonly string[];
}

const SUPER_USER_CODES: readonly PermissionCode[] = [
  ...PERMISSION_GROUPS.ManageAllResources,
  "client_create",
  "client_read",
  "client_update",
  "client_delete",
];

/** All codes of the user's roles. */
export function gatherPermissions(user: PermissionHolder): ReadonlySet<string> {
  return new Set(user.roles.flatMap((role) => role.permissions.map(({ name }) => name)));
}

/** A super-user holds the four codes of resource_all (create, read, update, delete) and the four of client. */
export function isSuperUser(user: PermissionHolder): boolean {
  const held = gatherPermissions(user);
  return SUPER_USER_CODES.every((code) => held.has(code));
}

export function holdsGroup(user: PermissionHolder, group: PermissionGroup): boolean {
  const held = gatherPermissions(user);
  return PERMISSION_GROUPS[group].every((code) => held.has(code)) || isSuperUser(user);
}

export function canAccessResource(user: PermissionHolder, resourceId: string): boolean {
  return user.resourceIds.includes(resourceId) || isSuperUser(user);
}

/** The requirement of every resource-scoped screen and call. */
export function canOpenResource(user: PermissionHolder, resourceId: string): boolean {
  return holdsGroup(user, "ManageOwnResources") && canAccessResource(user, resourceId);
}

/** Whether a user has a screen of role mapping for one resource. */
function managesOwnResources(user: PermissionHolder): boolean {
  return holdsGroup(user, "ManageOwnResources") && user.resourceIds.length > 0;
}

/** Whether a user sees all people of the directory and their access, because they map roles or may read people. */
export function seesPeople(user: PermissionHolder): boolean {
  return holdsGroup(user, "RoleMapping") || holdsGroup(user, "IdentitiesRead");
}

/** The resources whose entitlements a user sees in reports and policies, and adds and removes; null for all. */
export function policyResources(user: PermissionHolder): readonly string[] | null {
  return holdsGroup(user, "RoleMapping") ? null : user.resourceIds;
}

/**
 * Whether a call or a screen is open to this user. The server checks it before every call, the client before every
 * screen.
 *
 * @param user null if nobody is signed in.
 * @param resourceId the path's value. Without one only a super-user can open resource-scoped calls and screens.
 */
export function decideAccess(
  user: PermissionHolder | null,
  { permission, resourceScoped, orOwnResources, orGroup }: Guarded,
  resourceId = "",
): Verdict {
  if (permission === "public") return "allowed";
  if (user === null) return "unauthenticated";
  const isHeld =
    permission === "signedIn" ||
    holdsGroup(user, permission) ||
    (orGroup !== undefined && holdsGroup(user, orGroup)) ||
    (orOwnResources === true && managesOwnResources(user));
  const isOpen = isHeld && (!resourceScoped || canOpenResource(user, resourceId.toLowerCase()));
  return isOpen ? "allowed" : "forbidden";
}

/**
 * Whether a user sees all resources of a client: to administer them, to assign them to users, or because reports and
 * policies show them anyway. Other users see only their own.
 */
export function seesAllResources(user: PermissionHolder): boolean {
  return (
    gatherPermissions(user).has("resource_all_read") ||
    (["EditAllUsers", "RoleMapping"] as const).some((group) => holdsGroup(user, group))
  );
}

const DIRECTORY_CODES: readonly PermissionCode[] = [
  "users_all_read",
  "roles_read",
  "resource_all_read",
  "client_read",
  "iam_identities_read",
  "orgs_read",
];

/** Whether a user administers a part of the directory, and may know how large it is. */
export function seesDirectory(user: PermissionHolder): boolean {
  const held = gatherPermissions(user);
  return DIRECTORY_CODES.some((code) => held.has(code));
}

/** Super-users hold the code. */
export function canUpdateAnyResource(user: PermissionHolder): boolean {
  return (
    gatherPermissions(user).has("resource_all_update") ||
    user.roles.some((role) => role.name.toLowerCase() === "owner")
  );
}

export function canUpdateResource(user: PermissionHolder, resourceId: string): boolean {
  return (
    canUpdateAnyResource(user) ||
    (user.resourceIds.includes(resourceId) && gatherPermissions(user).has("resource_own_update"))
  );
}

/** Super-users hold the code. */
export function canDeleteResource(user: PermissionHolder, resourceId: string): boolean {
  const held = gatherPermissions(user);
  return (
    held.has("resource_all_delete") ||
    (user.resourceIds.includes(resourceId.toLowerCase()) && held.has("resource_own_delete"))
  );
}

/**
 * Whether a user may assign users to a resource: to any with resource_all_users, and to their own with resource_own_users.
 * Super-users need neither code.
 */
export function canAssignUsers(user: PermissionHolder, resourceId: string): boolean {
  const held = gatherPermissions(user);
  return (
    held.has("resource_all_users") ||
    (user.resourceIds.includes(resourceId.toLowerCase()) && held.has("resource_own_users")) ||
    isSuperUser(user)
  );
}

/** Super-users hold the code. */
export function canCreateResources(user: PermissionHolder): boolean {
  return gatherPermissions(user).has("resource_all_create");
}

/** Whether a user may add a connected system: its connector is chosen from a list. */
export function canAddSystems(user: PermissionHolder): boolean {
  return (
    canCreateResources(user) &&
    holdsGroup(user, "ManageAllResources") &&
    holdsGroup(user, "ConnectorRead")
  );
}

/** The navigation shows Role Mapping if the client's admin condition holds and the user may use it. */
export function showsRoleMapping(
  user: PermissionHolder,
  client: { readonly adminEnabled: boolean } | null,
): boolean {
  return client !== null && client.adminEnabled && holdsGroup(user, "RoleMapping");
}

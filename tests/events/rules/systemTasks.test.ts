/** Who answers for a system, and attests its tasks. */
import { expect, test } from "vitest";
import { PERMISSION_GROUPS, type PermissionHolder } from "#events/rules/permissions.ts";
import { mayChangeOwner } from "#events/rules/systemTasks.ts";

const [ID, OTHER] = [
  "a1b2c3d4-0000-4000-8000-000000000001",
  "a1b2c3d4-0000-4000-8000-000000000002",
];
const holder = (name: string, codes: readonly string[]): PermissionHolder & { id: string } => ({
  id: ID,
  roles: [{ name, permissions: codes.map((code) => ({ name: code })) }],
  resourceIds: [OTHER],
});

test.each([
  [
    "a manager of the resource, from another owner",
    "Keeper",
    PERMISSION_GROUPS.ManageOwnResources,
    OTHER,
    false,
  ],
  [
    "a manager of the resource, without an owner",
    "Keeper",
    PERMISSION_GROUPS.ManageOwnResources,
    null,
    true,
  ],
  ["the owner", "Keeper", PERMISSION_GROUPS.ManageOwnResources, ID.toUpperCase(), true],
  ["a user who may update all resources", "Admin", ["resource_all_update"], OTHER, true],
  ["a user with the role owner", "oWNER", [], OTHER, true],
] as const)(
  "[PERM-31] [PERM-32] [PERM-33] changes the owner: %s",
  (_who, role, codes, ownerId, may) => {
    expect(mayChangeOwner(holder(role, codes), { ownerId })).toBe(may);
  },
);

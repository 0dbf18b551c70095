import { describe, expect, it } from "vitest";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import { german } from "#src/features/users/messages.de.ts";
import { userMessages } from "#src/features/users/messages.ts";
import { describePermissions } from "#src/features/users/permissionTexts.ts";

describe("the permissions of a role", () => {
  const { english } = userMessages;

  it("are texts by area, in the order of the rules", () => {
    expect(describePermissions(["users_self_update", "roles_delete", "roles_read"], english)).toBe(
      "Own profile: edit. Role mapping: view, delete",
    );
    expect(describePermissions([], english)).toBe("No permissions");
    expect(describePermissions(PERMISSION_CODES, english)).toBe("All permissions");
    expect(describePermissions(["future_code", "orgs_read"], english)).toBe(
      "Org groups: view. future_code",
    );
  });

  it.each(PERMISSION_CODES)("%s has a text in both languages", (code) => {
    for (const t of [english, german]) expect(describePermissions([code], t)).not.toContain("_");
    expect(describePermissions([code], german)).not.toBe(describePermissions([code], english));
  });
});

import { describe, expect, it } from "vitest";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import { german } from "#src/features/users/messages.de.ts";
import { userMessages } from "#src/features/users/messages.ts";
import { describePermissions, listPermissions } from "#src/features/users/permissionTexts.ts";

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

  it.each(PERMISSION_CODES)("%s has a sentence of its own in both languages", (code) => {
    for (const t of [english, german]) {
      expect(t.permissions[code]).toMatch(/^\p{Lu}.*\.$/u);
      expect(Object.values(t.permissions).filter((text) => text === t.permissions[code])).toEqual([
        t.permissions[code],
      ]);
    }
    expect(german.permissions[code]).not.toBe(english.permissions[code]);
  });

  it("are listed in the order of the rules, unknown ones last", () => {
    expect(listPermissions(["future_code", "users_all_read", "users_all_create"], english)).toEqual(
      [
        { code: "users_all_create", text: english.permissions.users_all_create },
        { code: "users_all_read", text: english.permissions.users_all_read },
        { code: "future_code", text: english.unknownPermission },
      ],
    );
    expect(Object.keys(english.permissions)).toEqual([...PERMISSION_CODES]);
  });

  it.each(PERMISSION_CODES)("%s has a text in both languages", (code) => {
    for (const t of [english, german]) expect(describePermissions([code], t)).not.toContain("_");
    expect(describePermissions([code], german)).not.toBe(describePermissions([code], english));
  });
});

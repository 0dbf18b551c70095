/** Texts for the permissions of a role. */
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import type { UserMessages } from "./messages.ts";

/** A code such as `users_all_create`: its area and an action. */
const CODE = /^(.+)_([a-z]+)$/;

/**
 * "Users: view, edit. Own profile: edit". An unknown code is shown unchanged.
 *
 * @param codes in any order
 */
export function describePermissions(codes: readonly string[], t: UserMessages): string {
  const held = new Set(codes);
  if (held.size === 0) return t.noPermissions;
  if (PERMISSION_CODES.every((code) => held.has(code))) return t.allPermissions;
  const known = PERMISSION_CODES.filter((code) => held.delete(code));
  const actions = new Map<string, string[]>();
  for (const code of known) {
    const [, area = code, action = ""] = CODE.exec(code) ?? [];
    actions.set(area, [...(actions.get(area) ?? []), t.permissionActions[action] ?? action]);
  }
  const texts = [...actions].map(
    ([area, names]) => `${t.permissionAreas[area] ?? area}: ${names.join(", ")}`,
  );
  return [...texts, ...held].join(". ");
}

export interface DescribedPermission {
  readonly code: string;
  /** What it allows, as a sentence. */
  readonly text: string;
}

/** Every permission of a role with what it allows: known ones in the order of the rules, then unknown ones. */
export function listPermissions(
  codes: readonly string[],
  t: UserMessages,
): readonly DescribedPermission[] {
  const held = new Set(codes);
  const known = PERMISSION_CODES.filter((code) => held.delete(code));
  return [
    ...known.map((code) => ({ code, text: t.permissions[code] })),
    ...[...held].map((code) => ({ code, text: t.unknownPermission })),
  ];
}

/** The form of one's own profile: its fields, and the patch that saves them. */
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import type { Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { normalizePerson } from "#events/rules/users.ts";
import type { ProfileMessages } from "./messages.ts";

/** Null texts are shown as empty. */
export type ProfileValues = { readonly [Field in keyof Profile]: string };

export function profileOf(user: User): ProfileValues {
  return {
    givenName: user.givenName,
    familyName: user.familyName,
    email: user.email ?? "",
    phoneNumber: user.phoneNumber ?? "",
    phoneExtension: user.phoneExtension ?? "",
    jobTitle: user.jobTitle ?? "",
  };
}

/** The device's name, which the browser could forge. */
export function deviceName(
  { browser, system }: { readonly browser: string | null; readonly system: string | null },
  t: ProfileMessages["sessions"],
): string {
  if (browser !== null && system !== null) return t.device(browser, system);
  return browser ?? system ?? t.unknown;
}

/** Tests that each field still has its original value, then replaces it. */
export function profilePatch(values: ProfileValues, saved: ProfileValues): JsonPatch {
  const [before, after] = [normalizePerson(saved), normalizePerson(values)];
  const fields = Object.keys(saved) as (keyof ProfileValues)[];
  return fields
    .filter((field) => values[field] !== saved[field])
    .flatMap((field): JsonPatch => [
      { op: "test", path: `/${field}`, value: before[field] },
      { op: "replace", path: `/${field}`, value: after[field] },
    ]);
}

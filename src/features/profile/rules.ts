/** The form of one's own profile: what of a user it holds, and the patch that saves it. */
import type { JsonPatch, Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { normalizePerson } from "#events/rules/users.ts";
import type { Form } from "../../kernel/form.ts";
import type { ProfileMessages } from "./messages.ts";

/** Texts that are null stand as empty. */
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

/** How a device is called: a hint, as a browser may say anything of itself. */
export function deviceName(
  { browser, system }: { readonly browser: string | null; readonly system: string | null },
  t: ProfileMessages["sessions"],
): string {
  if (browser !== null && system !== null) return t.device(browser, system);
  return browser ?? system ?? t.unknown;
}

export function endedElsewhereText(ended: number): string {
  if (ended === 0) return "There was no other session.";
  return ended === 1 ? "1 other session was ended." : `${ended} other sessions were ended.`;
}

/** Tests that each field is still what the change was made of, then replaces it. */
export function profilePatch(form: Form<ProfileValues>): JsonPatch {
  const [saved, wanted] = [normalizePerson(form.saved), normalizePerson(form.values)];
  return form.changed.flatMap((field): JsonPatch => [
    { op: "test", path: `/${field}`, value: saved[field] },
    { op: "replace", path: `/${field}`, value: wanted[field] },
  ]);
}

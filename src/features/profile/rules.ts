/** The form of one's own profile: what of a user it holds, and the patch that saves it. */
import type { JsonPatch, Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { normalizePerson } from "#events/policy/users.ts";
import type { Form } from "../../kernel/form.ts";

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

/** Tests that each field is still what the change was made of, then replaces it. */
export function profilePatch(form: Form<ProfileValues>): JsonPatch {
  const [saved, wanted] = [normalizePerson(form.saved), normalizePerson(form.values)];
  return form.changed.flatMap((field): JsonPatch => [
    { op: "test", path: `/${field}`, value: saved[field] },
    { op: "replace", path: `/${field}`, value: wanted[field] },
  ]);
}

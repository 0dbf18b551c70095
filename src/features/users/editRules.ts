/** One user as the form has it, and how its history reads. */
import type { ManagedUser, UserChange, UserField } from "#events/entities/managedUser.ts";
import { USER_LABELS } from "#events/policy/users.ts";

/** Texts that are null stand as empty. */
export function valuesOf(user: ManagedUser) {
  return {
    username: user.username,
    givenName: user.givenName,
    familyName: user.familyName,
    email: user.email ?? "",
    phoneNumber: user.phoneNumber ?? "",
    phoneExtension: user.phoneExtension ?? "",
    jobTitle: user.jobTitle ?? "",
    isHr: user.isHr,
    isAd: user.isAd,
    archived: user.archived,
    resourceIds: user.resourceIds,
    roleIds: user.roles.map(({ id }) => id).toSorted(),
  };
}
export type UserValues = ReturnType<typeof valuesOf>;

const WHAT_HAPPENED: Readonly<Record<string, string>> = {
  "users/createUser": "created the user",
  "users/updateUser": "changed the user",
  "users/patchUser": "changed the user",
  "users/updateProfile": "changed the own profile",
  "users/undoUserChange": "took a change back",
  "users/sendValidationEmail": "sent a validation e-mail",
  "activation/activateUser": "activated the account",
  "activation/verifyEmail": "confirmed the e-mail address",
  "password/forgotPassword": "was asked for a link to choose a new password",
  "password/changePassword": "was asked for a link to choose a new password",
  "password/resetPassword": "chose a new password by a link",
  "password/updatePassword": "changed the password",
  "server/userAdded": "added the user",
  "server/passwordChanged": "set a password",
};

/** "owner changed the user"; of other calls, what they are called. */
export function describeChange({ actor, call }: UserChange): string {
  return `${actor} ${WHAT_HAPPENED[call] ?? call.slice(call.indexOf("/") + 1)}`;
}

type Told = UserChange["fields"][number]["before"];

/** "Job title: – → Teller". */
export function describeField({ field, before, after }: UserChange["fields"][number]): string {
  const label = USER_LABELS[field as UserField] ?? field;
  return `${label}: ${tell(before)} → ${tell(after)}`;
}

function tell(value: Told): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  return value === null || value === "" ? "–" : value;
}

/** A list of ids with one more or one less. */
export function withId(ids: readonly string[], id: string, isIn: boolean): string[] {
  const others = ids.filter((one) => one !== id);
  return (isIn ? [...others, id] : others).toSorted();
}

/** One user as the form has it, and how its history reads. */
import { USER_FIELDS, type ManagedUser, type UserChange } from "#events/entities/managedUser.ts";
import { USER_LABELS } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { englishText } from "../../kernel/englishText.ts";
import type { Say } from "../../ui/language/LanguageProvider.tsx";
import type { UserMessages } from "./messages.ts";

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

/** "owner changed the user"; of other calls, what they are called. */
export function describeChange({ actor, call, fields }: UserChange, t: UserMessages): string {
  // A file creates as well as it changes: who had no username before is new.
  const isNew = fields.some(({ field, before }) => field === "username" && !before);
  if (isNew && call === "bulkChanges/applyBulkChange") return `${actor} ${t.createdByFile}`;
  const did: Readonly<Record<string, string>> = t.did;
  return `${actor} ${did[call] ?? call.slice(call.indexOf("/") + 1)}`;
}

/** @param ended how many sessions there were. */
export function signedOutText(username: string, ended: number): string {
  return ended === 0
    ? `${username} was signed in nowhere.`
    : `${username} was signed out everywhere.`;
}

type Told = UserChange["fields"][number]["before"];

/** "Job title: – → Teller". */
export function describeField(
  { field, before, after }: UserChange["fields"][number],
  t: UserMessages,
  say: Say,
): string {
  const label = fieldLabel(field, say);
  return `${label}: ${tell(before, t)} → ${tell(after, t)}`;
}

/** What a field of a user is called. */
export function fieldLabel(field: string, say: Say): string {
  const code = USER_FIELDS.find((known) => known === field);
  return code ? say(englishText(message(USER_LABELS[code]))) : field;
}

/** A value of a field as people read it. */
export function tell(value: Told, t: UserMessages): string {
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : t.none;
  return value === null || value === "" ? "–" : value;
}

/** A list of ids with one more or one less. */
export function withId(ids: readonly string[], id: string, isIn: boolean): string[] {
  const others = ids.filter((one) => one !== id);
  return (isIn ? [...others, id] : others).toSorted();
}

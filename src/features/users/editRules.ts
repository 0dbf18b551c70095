/** One user in the form's format, and the texts of the history. */
import type { ManagedUser, UserChange } from "#events/entities/managedUser.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { UserMessages } from "./messages.ts";

/** Null texts are shown as empty. */
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
    resourceIds: user.resourceIds,
    roleIds: user.roles.map(({ id }) => id).toSorted(),
  };
}

/** @param ended the number of ended sessions. */
export function signedOutMessage(username: string, ended: number): Message {
  return message(ended === 0 ? "users.wasNotSignedIn" : "users.signedOut", { username });
}

/** "owner changed the user"; the name of an unknown call. */
export function describeChange({ actor, call, fields }: UserChange, t: UserMessages): string {
  // A file both creates and changes users: without a previous username the user is new.
  const isNew = fields.some(({ field, before }) => field === "username" && !before);
  if (isNew && call === "bulkChanges/applyBulkChange") return `${actor} ${t.createdByFile}`;
  const did: Readonly<Record<string, string>> = t.did;
  return `${actor} ${did[call] ?? call.slice(call.indexOf("/") + 1)}`;
}

type ChangedValue = UserChange["fields"][number]["before"];

/** "Job title: – → Teller". */
export function describeField(
  { field, before, after }: UserChange["fields"][number],
  t: UserMessages,
): string {
  const labels: Readonly<Record<string, string>> = t.fields;
  return `${labels[field] ?? field}: ${describeValue(before, t)} → ${describeValue(after, t)}`;
}

/** The value of a field as readable text. */
export function describeValue(value: ChangedValue, t: UserMessages): string {
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : t.none;
  return value === null || value === "" ? "–" : value;
}

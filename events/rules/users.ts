/** Rules of user data and of who may change whom, shared by forms and server. */
import type { EditableUser, Profile, UserField } from "../entities/managedUser.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { checkEmail } from "./email.ts";
import { gatherPermissions, isSuperUser, type PermissionHolder } from "./permissions.ts";
import {
  checkLength,
  checkOneLine,
  checkPhone,
  checkRequired,
  type LabelCode,
} from "./validation.ts";

/** Labels of the fields. */
export const USER_LABELS = {
  username: "labels.username",
  givenName: "labels.givenName",
  familyName: "labels.familyName",
  email: "labels.email",
  phoneNumber: "labels.phoneNumber",
  phoneExtension: "labels.phoneExtension",
  jobTitle: "labels.jobTitle",
  isHr: "labels.hrManager",
  isAd: "labels.adManager",
  archived: "labels.archived",
  resourceIds: "labels.ownResources",
  roleIds: "labels.roles",
} as const satisfies Readonly<Record<UserField, LabelCode>>;

export type Problems<Field extends string> = Readonly<Partial<Record<Field, Message>>>;

const OPTIONAL_TEXTS = ["email", "phoneNumber", "phoneExtension", "jobTitle"] as const;
const REQUIRED_TEXTS = ["username", "givenName", "familyName"] as const;

/** Trimmed texts; empty optional ones become null. */
export function normalizePerson<Person extends Profile>(person: Person): Person {
  const texts = new Map<string, unknown>(Object.entries(person));
  for (const field of REQUIRED_TEXTS) {
    const text = texts.get(field);
    if (typeof text === "string") texts.set(field, text.trim());
  }
  for (const field of OPTIONAL_TEXTS) texts.set(field, person[field]?.trim() || null);
  return Object.fromEntries(texts) as Person;
}

/** @returns the problems by field; empty if there are none. */
export function checkPerson(person: Profile): Problems<keyof Profile> {
  return withoutNulls({
    givenName: checkName(person.givenName, USER_LABELS.givenName),
    familyName: checkName(person.familyName, USER_LABELS.familyName),
    email: checkEmail(person.email ?? ""),
    phoneNumber: checkPhone(person.phoneNumber ?? ""),
    phoneExtension: checkLength(person.phoneExtension ?? ""),
    jobTitle: checkLength(person.jobTitle ?? ""),
  });
}

/** @returns the problems by field; empty if there are none. */
export function checkUser(user: Profile & Pick<EditableUser, "username">): Problems<UserField> {
  return {
    ...withoutNulls({ username: checkName(user.username, USER_LABELS.username) }),
    ...checkPerson(user),
  };
}

/** @returns the problem of a username or a person's name, or null. */
export function checkName(text: string, label: LabelCode): Message | null {
  return checkRequired(text, label) ?? checkLength(text) ?? checkOneLine(text);
}

function withoutNulls<Field extends string>(
  problems: Readonly<Record<Field, Message | null>>,
): Problems<Field> {
  const found = Object.entries(problems).filter(([, problem]) => problem !== null);
  return Object.fromEntries(found) as Problems<Field>;
}

export type ManagerKind = "HR manager" | "AD manager" | "Billing manager";

/** The user's manager kind: neither flag means billing. */
export function managerKinds(user: {
  readonly isHr: boolean;
  readonly isAd: boolean;
}): readonly ManagerKind[] {
  const kinds: ManagerKind[] = [];
  if (user.isHr) kinds.push("HR manager");
  if (user.isAd) kinds.push("AD manager");
  return kinds.length > 0 ? kinds : ["Billing manager"];
}

/** Whether an actor holds all of these permissions, and may therefore assign them. */
export function mayGrant(
  actor: PermissionHolder,
  role: { readonly permissions: readonly { readonly name: string }[] },
): boolean {
  const held = gatherPermissions(actor);
  return isSuperUser(actor) || role.permissions.every(({ name }) => held.has(name));
}

/**
 * Why an actor may not change a user; null if they may. Otherwise changing an e-mail address would give access to other
 * users' permissions and clients.
 */
export function refuseManaging(
  actor: PermissionHolder & { readonly clients: readonly { readonly id: string }[] },
  target: {
    readonly roles: PermissionHolder["roles"];
    readonly clientIds: readonly string[];
  },
): Message | null {
  if (!target.roles.every((role) => mayGrant(actor, role))) {
    return message("users.morePermissions");
  }
  const own = new Set(actor.clients.map(({ id }) => id));
  return target.clientIds.every((id) => own.has(id)) ? null : message("users.otherClients");
}

/**
 * Fields that users cannot change about themselves here, because it would lock them out or raise their permissions.
 * Manage Profile changes an address.
 */
export const NOT_OF_ONESELF = [
  "archived",
  "email",
  "roleIds",
  "resourceIds",
  "isHr",
  "isAd",
] as const satisfies readonly UserField[];

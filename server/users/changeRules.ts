/** What must hold of a change of a user, beyond what the user must look like: roles, resources, and oneself. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { USER_FIELDS, type EditableUser, type UserField } from "#events/entities/managedUser.ts";
import type { UserRole } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import {
  checkUser,
  mayGrant,
  NOT_OF_ONESELF,
  normalizePerson,
  type Problems,
} from "#events/rules/users.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { findResources, loadRoles } from "./queries.ts";
import { isEmailSignOn, SignOnAddresses } from "./signOnAddresses.ts";

/** Who changes users of which client. */
export interface Editor {
  readonly actor: User;
  readonly clientId: string;
  /** Whether people sign in by their addresses, which no two active users then share. */
  readonly isEmailSignOn: boolean;
}

export function editorOf({
  user,
  client,
  services,
}: Pick<CallContext, "user" | "client" | "services">): Editor {
  return { actor: user, clientId: client.id, isEmailSignOn: isEmailSignOn(services.config) };
}

/** What changes are held against. */
export interface Ground {
  readonly actor: User;
  readonly roles: ReadonlyMap<string, UserRole>;
  /** Those of the ids in question that are resources of the client. */
  readonly resourceIds: ReadonlySet<string>;
  /** Those that were looked up; null where nobody signs on by address. */
  readonly addresses: SignOnAddresses | null;
}

/** @param resourceIds that changes may give to users. */
export async function loadGround(
  db: Kysely<Database>,
  editor: Editor,
  resourceIds: readonly string[],
): Promise<Ground> {
  const { actor, clientId } = editor;
  return {
    actor,
    roles: new Map((await loadRoles(db, actor)).map((role) => [role.id, role])),
    resourceIds: new Set(
      resourceIds.length > 0 ? await findResources(db, clientId, resourceIds) : [],
    ),
    addresses: editor.isEmailSignOn ? new SignOnAddresses() : null,
  };
}

/** A user without anything: what a new one is compared with. */
export const NOBODY: EditableUser = {
  username: "",
  familyName: "",
  givenName: "",
  email: null,
  phoneNumber: null,
  phoneExtension: null,
  jobTitle: null,
  isHr: false,
  isAd: false,
  archived: false,
  resourceIds: [],
  roleIds: [],
};

/**
 * @param userId null of a new user.
 * @returns what is wrong, by field; empty where nothing is.
 */
export function findProblems(
  { actor, roles, resourceIds, addresses }: Ground,
  userId: string | null,
  before: EditableUser,
  after: EditableUser,
): Problems<UserField> {
  const problems: Partial<Record<UserField, Message>> = { ...checkUser(after) };
  if (userId !== null) {
    // What users are already, by older rules, keeps nobody from changing the rest of them.
    for (const field of USER_FIELDS) {
      if (isDeepStrictEqual(before[field], after[field])) delete problems[field];
    }
  }
  if (userId === actor.id) {
    for (const field of NOT_OF_ONESELF) {
      if (!isDeepStrictEqual(before[field], after[field]))
        problems[field] = message(field === "email" ? "users.ownEmail" : "users.notOfOneself");
    }
  }
  if (addresses?.isTaken(userId, { before, after })) problems.email ??= message("users.emailTaken");
  for (const id of differing(before.roleIds, after.roleIds)) {
    const role = roles.get(id);
    if (!role) problems.roleIds ??= message("users.unknownRole", { id });
    else if (!mayGrant(actor, role)) {
      problems.roleIds ??= message("users.roleNotGrantable", { name: role.name });
    }
  }
  const known = new Set(before.resourceIds);
  const unknown = after.resourceIds.find((id) => !resourceIds.has(id) && !known.has(id));
  if (unknown) problems.resourceIds = message("users.unknownResource", { id: unknown });
  return problems;
}

function differing(before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...after.filter((id) => !before.includes(id)),
    ...before.filter((id) => !after.includes(id)),
  ];
}

/** Texts without white space around them, lists in order and each id once. */
export function normalizeUser(user: EditableUser): EditableUser {
  return {
    ...normalizePerson(user),
    resourceIds: idsOf(user.resourceIds),
    roleIds: idsOf(user.roleIds),
  };
}

function idsOf(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].toSorted();
}

/** The fields that differ, as they were and as they are. */
export interface Difference {
  readonly before: Readonly<Partial<EditableUser>>;
  readonly after: Readonly<Partial<EditableUser>>;
}

/** @returns null where nothing differs. */
export function differenceOf(before: EditableUser, after: EditableUser): Difference | null {
  const fields = USER_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (fields.length === 0) return null;
  return { before: pick(before, fields), after: pick(after, fields) };
}

function pick(user: EditableUser, fields: readonly UserField[]): Partial<EditableUser> {
  return Object.fromEntries(fields.map((field) => [field, user[field]]));
}

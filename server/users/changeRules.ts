/** Rules of a user change beyond valid fields: roles, resources, and changing oneself. */
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

/** The actor, and the client whose users change. */
export interface Editor {
  readonly actor: User;
  readonly clientId: string;
  /** Whether users are identified by e-mail address in single sign-on, so that no two active users may share one. */
  readonly isEmailSignOn: boolean;
}

export function editorOf({
  user,
  client,
  services,
}: Pick<CallContext, "user" | "client" | "services">): Editor {
  return { actor: user, clientId: client.id, isEmailSignOn: isEmailSignOn(services.config) };
}

/** The data against which changes are checked. */
export interface Ground {
  readonly actor: User;
  readonly roles: ReadonlyMap<string, UserRole>;
  /** The requested ids that are resources of the client. */
  readonly resourceIds: ReadonlySet<string>;
  /** The looked-up addresses; null if single sign-on does not use addresses. */
  readonly addresses: SignOnAddresses | null;
}

/** @param resourceIds that the changes may assign. */
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

/** The empty user to which a new one is compared. */
export const EMPTY_USER: EditableUser = {
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
 * @param userId null for a new user.
 * @returns the problems by field; empty if there are none.
 */
export function findProblems(
  { actor, roles, resourceIds, addresses }: Ground,
  userId: string | null,
  before: EditableUser,
  after: EditableUser,
): Problems<UserField> {
  const problems: Partial<Record<UserField, Message>> = { ...checkUser(after) };
  if (userId !== null) {
    // Existing values that violate newer rules do not block other changes.
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

/** Trimmed texts, and lists sorted without repeats. */
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

/** The differing fields, before and after. */
export interface Difference {
  readonly before: Readonly<Partial<EditableUser>>;
  readonly after: Readonly<Partial<EditableUser>>;
}

/** @returns null without a difference. */
export function diffUsers(before: EditableUser, after: EditableUser): Difference | null {
  const fields = USER_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (fields.length === 0) return null;
  return { before: pick(before, fields), after: pick(after, fields) };
}

function pick(user: EditableUser, fields: readonly UserField[]): Partial<EditableUser> {
  return Object.fromEntries(fields.map((field) => [field, user[field]]));
}

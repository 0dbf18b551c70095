/** A change of one user: who may, what must hold, what is written, and the row of the audit that says so. */
import type { Transaction } from "kysely";
import {
  USER_FIELDS,
  type EditableUser,
  type ManagedUser,
  type UserField,
} from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import {
  checkUser,
  mayGrant,
  NOT_OF_ONESELF,
  NOT_OF_ONESELF_MESSAGE,
  normalizePerson,
} from "#events/policy/users.ts";
import { recordAudit } from "../audit/audit.ts";
import { endSessionsOfUser } from "../auth/sessions.ts";
import { errorCode } from "../db/errors.ts";
import type { Database, JsonValue } from "../db/schema.ts";
import { ApiError, notFound, type FieldError } from "../plugins/errors.ts";
import {
  findUnknownResources,
  insertUser,
  loadManagedUser,
  loadRoles,
  lockUser,
  toEditable,
  writeUser,
} from "./managedUsers.ts";

/** Who does what to whom. */
export interface Doing {
  readonly actor: User;
  readonly clientId: string;
  readonly userId: string;
  readonly call: string;
  readonly at: Date;
}

/** The fields that differ, as they were and as they are. */
export interface Difference {
  readonly before: Readonly<Partial<EditableUser>>;
  readonly after: Readonly<Partial<EditableUser>>;
}

/** @returns null where nothing differs. */
export function differenceOf(before: EditableUser, after: EditableUser): Difference | null {
  const fields = USER_FIELDS.filter((field) => !isSame(before[field], after[field]));
  if (fields.length === 0) return null;
  return { before: pick(before, fields), after: pick(after, fields) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function pick(user: EditableUser, fields: readonly UserField[]): Partial<EditableUser> {
  return Object.fromEntries(fields.map((field) => [field, user[field]]));
}

/** @throws ApiError ENOTFOUND where the client has no such user. */
export async function requireUser(
  tx: Transaction<Database>,
  { actor, clientId, userId }: Pick<Doing, "actor" | "clientId" | "userId">,
): Promise<ManagedUser> {
  if (!(await lockUser(tx, clientId, userId))) throw notFound("User");
  const user = await loadManagedUser(tx, actor, clientId, userId);
  if (!user) throw notFound("User");
  return user;
}

/** @throws ApiError EFORBIDDEN where the actor may not change this user at all. */
export function requireManageable(user: ManagedUser): void {
  if (user.refusal !== null) throw new ApiError("EFORBIDDEN", user.refusal);
}

/**
 * Changes a user, in one transaction with its audit. What differs in nothing is written nowhere.
 *
 * @param decide what the user becomes; it may refuse by throwing.
 */
export async function changeUser(
  tx: Transaction<Database>,
  doing: Doing,
  decide: (user: ManagedUser) => EditableUser,
): Promise<ManagedUser> {
  const user = await requireUser(tx, doing);
  requireManageable(user);
  const before = toEditable(user);
  const after = normalizeUser(decide(user));
  const difference = differenceOf(before, after);
  if (difference === null) return user;
  await requireValid(tx, doing, before, after);
  await write(() => writeUser(tx, { clientId: doing.clientId, id: doing.userId }, after));
  if (after.archived && !before.archived) await endSessionsOfUser(tx, doing.userId);
  await audit(tx, doing, difference);
  return requireUser(tx, doing);
}

/** Creates a user, in one transaction with its audit. */
export async function addUser(
  tx: Transaction<Database>,
  doing: Doing,
  wanted: EditableUser,
): Promise<ManagedUser> {
  const user = normalizeUser(wanted);
  await requireValid(tx, doing, { ...user, roleIds: [], resourceIds: [] }, user);
  const { clientId, userId: id, at } = doing;
  await write(() => insertUser(tx, { clientId, id, at }, user));
  await audit(tx, doing, { after: user });
  return requireUser(tx, doing);
}

async function audit(
  tx: Transaction<Database>,
  { at, actor, clientId, call, userId }: Doing,
  difference: Partial<Difference>,
): Promise<void> {
  await recordAudit(tx, {
    at,
    actor,
    clientId,
    call,
    target: userId,
    ...(difference as { before?: JsonValue; after?: JsonValue }),
  });
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

/** @throws ApiError EINVALID that names every field that is wrong, or EFORBIDDEN. */
async function requireValid(
  tx: Transaction<Database>,
  { actor, clientId, userId }: Doing,
  before: EditableUser,
  after: EditableUser,
): Promise<void> {
  const problems: FieldError[] = Object.entries(checkUser(after)).map(([field, message]) => ({
    path: `/body/${field}`,
    message,
  }));
  if (userId === actor.id) {
    for (const field of NOT_OF_ONESELF) {
      if (isSame(before[field], after[field])) continue;
      problems.push({ path: `/body/${field}`, message: NOT_OF_ONESELF_MESSAGE });
    }
  }
  const roleProblem = await findRoleProblem(tx, actor, before.roleIds, after.roleIds);
  if (roleProblem) problems.push({ path: "/body/roleIds", message: roleProblem });
  const added = after.resourceIds.filter((id) => !before.resourceIds.includes(id));
  const [unknown] = added.length > 0 ? await findUnknownResources(tx, clientId, added) : [];
  if (unknown) {
    problems.push({ path: "/body/resourceIds", message: `No resource has the id ${unknown}` });
  }
  if (problems.length > 0) throw new ApiError("EINVALID", "The request is invalid", problems);
}

async function findRoleProblem(
  tx: Transaction<Database>,
  actor: User,
  before: readonly string[],
  after: readonly string[],
): Promise<string | null> {
  const changed = [
    ...after.filter((id) => !before.includes(id)),
    ...before.filter((id) => !after.includes(id)),
  ];
  if (changed.length === 0) return null;
  const roles = new Map((await loadRoles(tx, actor)).map((role) => [role.id, role]));
  for (const id of changed) {
    const role = roles.get(id);
    if (!role) return `No role has the id ${id}`;
    if (!mayGrant(actor, role)) return `The role ${role.name} holds permissions that you lack`;
  }
  return null;
}

const UNIQUE_VIOLATION = "23505";

/** @throws ApiError EINVALID where the username is somebody else's. */
async function write(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError("EINVALID", "The request is invalid", [
      { path: "/body/username", message: "This username is taken" },
    ]);
  }
}

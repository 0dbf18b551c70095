/** A change of one user: who may, what must hold, what is written, and the row of the audit that says so. */
import type { Transaction } from "kysely";
import type { EditableUser, ManagedUser } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { recordAudit } from "../audit/audit.ts";
import { errorCode } from "../db/errors.ts";
import type { Database, JsonValue } from "../db/schema.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import {
  differenceOf,
  findProblems,
  loadGround,
  NOBODY,
  normalizeUser,
  type Difference,
} from "./changeRules.ts";
import { loadManagedUser, lockUsers, toEditable } from "./managedUsers.ts";
import { insertUsers, updateUsers } from "./writeUsers.ts";

/** Who does what to whom. */
export interface Doing {
  readonly actor: User;
  readonly clientId: string;
  readonly userId: string;
  readonly call: string;
  readonly at: Date;
}

/** @throws ApiError ENOTFOUND where the client has no such user. */
export async function requireUser(
  tx: Transaction<Database>,
  { actor, clientId, userId }: Pick<Doing, "actor" | "clientId" | "userId">,
): Promise<ManagedUser> {
  await lockUsers(tx, clientId, [userId]);
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
  const { clientId, userId: id } = doing;
  await write(() => updateUsers(tx, clientId, [{ id, user: after }]));
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
  await requireValid(tx, doing, NOBODY, user);
  const { clientId, userId: id, at } = doing;
  await write(() => insertUsers(tx, { clientId, at }, [{ id, user }]));
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

/** @throws ApiError EINVALID that names every field that is wrong. */
async function requireValid(
  tx: Transaction<Database>,
  doing: Doing,
  before: EditableUser,
  after: EditableUser,
): Promise<void> {
  const ground = await loadGround(tx, doing, after.resourceIds);
  const problems = Object.entries(findProblems(ground, doing.userId, before, after));
  if (problems.length === 0) return;
  throw new ApiError(
    "EINVALID",
    "The request is invalid",
    problems.map(([field, message]) => ({ path: `/body/${field}`, message })),
  );
}

const UNIQUE_VIOLATION = "23505";
export const TAKEN_MESSAGE = "This username is taken";

/** @throws ApiError EINVALID where the username is somebody else's. */
async function write(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError("EINVALID", "The request is invalid", [
      { path: "/body/username", message: TAKEN_MESSAGE },
    ]);
  }
}

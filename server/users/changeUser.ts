/** Changes of users: who may, what must hold, what is written, and the row of the audit that says so. */
import type { Transaction } from "kysely";
import type { EditableUser, ManagedUser } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import { recordAudits, type AuditEntry } from "../audit/audit.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { ApiError, invalid, invalidFields, notFound } from "../plugins/errors.ts";
import {
  differenceOf,
  findProblems,
  loadGround,
  NOBODY,
  normalizeUser,
  type Difference,
  type Ground,
} from "./changeRules.ts";
import { holdUsers, loadManagedUser, toEditable } from "./managedUsers.ts";
import { insertUsers, updateUsers } from "./writeUsers.ts";

/** Who does what to whom. */
export interface Doing {
  readonly actor: User;
  readonly clientId: string;
  readonly userId: string;
  readonly call: string;
  readonly at: Date;
  /** Whether people sign on by their addresses, which no two active users then share. */
  readonly isEmailSignOn: boolean;
}

/** @throws ApiError ENOTFOUND where the client has no such user. */
export async function requireManagedUser(
  tx: Transaction<Database>,
  { actor, clientId, userId }: Pick<Doing, "actor" | "clientId" | "userId">,
): Promise<ManagedUser> {
  const [user] = await holdUsers(tx, { actor, clientId }, [userId]);
  if (!user) throw notFound("users.notFound");
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
  await changeUsers(tx, doing, [doing.userId], decide);
  return requireManagedUser(tx, doing);
}

/**
 * As `changeUser`, of many in a few statements: all of them, or none.
 *
 * @throws ApiError ENOTFOUND where the client has not all of them.
 */
export async function changeUsers(
  tx: Transaction<Database>,
  doing: Omit<Doing, "userId">,
  userIds: readonly string[],
  decide: (user: ManagedUser) => EditableUser,
): Promise<void> {
  const { clientId } = doing;
  const users = await holdUsers(tx, doing, userIds);
  if (users.length < userIds.length) throw notFound("users.notFound");
  const changes = users.flatMap((user) => {
    requireManageable(user);
    const before = toEditable(user);
    const after = normalizeUser(decide(user));
    const difference = differenceOf(before, after);
    return difference ? [{ id: user.id, before, user: after, difference }] : [];
  });
  if (changes.length === 0) return;
  const resourceIds = new Set(changes.flatMap(({ user }) => user.resourceIds));
  const ground = await loadGround(tx, doing, [...resourceIds]);
  await ground.addresses?.look(
    tx,
    changes.map(({ before, user }) => ({ before, after: user })),
  );
  for (const { id, before, user } of changes) {
    requireValid(ground, id, before, user);
    ground.addresses?.give(id, user);
  }
  await write(() => updateUsers(tx, clientId, changes));
  await recordAudits(
    tx,
    changes.map(({ id, difference }) => auditOf({ ...doing, userId: id }, difference)),
  );
}

/** Creates a user, in one transaction with its audit. Who is archived in the same moment leaves nobody behind. */
export async function addUser(
  tx: Transaction<Database>,
  doing: Doing,
  wanted: EditableUser,
): Promise<ManagedUser> {
  const user = normalizeUser(wanted);
  const { clientId, userId: id, at } = doing;
  await holdUsers(tx, doing, []);
  const ground = await loadGround(tx, doing, user.resourceIds);
  await ground.addresses?.look(tx, [{ before: NOBODY, after: user }]);
  requireValid(ground, null, NOBODY, user);
  await write(() => insertUsers(tx, { clientId, at }, [{ id, user }]));
  await recordAudits(tx, [auditOf(doing, { after: user })]);
  const added = await loadManagedUser(tx, doing.actor, clientId, id);
  if (!added) throw notFound("users.notFound");
  return added;
}

function auditOf(
  { at, actor, clientId, call, userId }: Doing,
  difference: Partial<Difference>,
): AuditEntry {
  return {
    at,
    actor,
    clientId,
    call,
    target: userId,
    ...(difference as { before?: JsonValue; after?: JsonValue }),
  };
}

/** @throws ApiError EINVALID that names every field that is wrong. */
function requireValid(
  ground: Ground,
  userId: string | null,
  before: EditableUser,
  after: EditableUser,
): void {
  const problems = findProblems(ground, userId, before, after);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** @throws ApiError EINVALID where the username is somebody else's. */
async function write(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw invalid("/body/username", message("users.taken"));
  }
}

/** User changes: permission, validation, writing, and the audit row. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import { UserUpdate, type EditableUser, type ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { endSessionsOfUser } from "../auth/session/queries.ts";
import { invitationOf, sendVerification } from "../auth/activation/verificationMail.ts";
import type { CallContext } from "../callContext.ts";
import type { JsonValue } from "../db/columns.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { addressNotices, mailOwedNotices, oweNotices } from "../mail/notices.ts";
import { ApiError, invalid, invalidFields, notFound } from "../plugins/errors.ts";
import { applyJsonPatch } from "../plugins/jsonPatch.ts";
import { compileCheck } from "../plugins/validation.ts";
import {
  diffUsers,
  editorOf,
  findProblems,
  loadGround,
  EMPTY_USER,
  normalizeUser,
  type Difference,
  type Ground,
} from "./changeRules.ts";
import { holdUsers, loadManagedUser, removeUser, toEditable } from "./queries.ts";
import { insertUsers, updateUsers } from "./writeUsers.ts";

const checkUpdate = compileCheck(UserUpdate, "body") as (value: unknown) => UserUpdate;

/** @throws ApiError ENOTFOUND if the client has no such user. */
export async function requireManagedUser(
  tx: Transaction<Database>,
  context: CallContext,
  userId: string,
): Promise<ManagedUser> {
  const [user] = await holdUsers(tx, editorOf(context), [userId]);
  if (!user) throw notFound("users.notFound");
  return user;
}

/** @throws ApiError EFORBIDDEN if the actor may not change this user. */
export function requireManageable(user: ManagedUser): void {
  if (user.refusal !== null) throw new ApiError("EFORBIDDEN", user.refusal);
}

export function createUser(context: CallContext, wanted: EditableUser): Promise<ManagedUser> {
  return inTransaction(context.db, (tx) => addUser(tx, context, wanted));
}

/** @throws ApiError ECONFLICT if the user changed since that version. */
export async function updateUser(
  context: CallContext,
  userId: string,
  { version, ...wanted }: UserUpdate,
): Promise<ManagedUser> {
  const user = await inTransaction(context.db, (tx) =>
    changeUser(tx, context, userId, (current) => {
      if (current.version !== version) {
        throw new ApiError("ECONFLICT", message("users.changedElsewhere"));
      }
      return wanted;
    }),
  );
  mailOwedNotices(context.app);
  return user;
}

export async function patchUser(
  context: CallContext,
  userId: string,
  patch: JsonPatch,
): Promise<ManagedUser> {
  const user = await inTransaction(context.db, (tx) =>
    changeUser(tx, context, userId, (current) => {
      const document = { ...toEditable(current), version: current.version };
      const { version, ...wanted } = checkUpdate(applyJsonPatch(document, patch));
      if (version !== current.version) {
        throw invalid("/body/version", message("values.cannotChange"));
      }
      return wanted;
    }),
  );
  mailOwedNotices(context.app);
  return user;
}

/** Removes the user from the client. @returns whether it was the last client, so that the user was deleted. */
export function deleteUser(context: CallContext, userId: string): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const user = await requireManagedUser(tx, context, userId);
    requireManageable(user);
    if (userId === context.user.id) {
      throw new ApiError("EFORBIDDEN", message("users.notYourself"));
    }
    const isGone = await removeUser(tx, { clientId: context.client.id, id: userId });
    const before: JsonValue = { ...toEditable(user) };
    await context.audit(tx, { target: userId, before });
    return isGone;
  });
}

export function endUserSessions(
  context: CallContext,
  userId: string,
): Promise<{ readonly username: string; readonly ended: number }> {
  return inTransaction(context.db, async (tx) => {
    const user = await requireManagedUser(tx, context, userId);
    requireManageable(user);
    if (userId === context.user.id) throw new ApiError("EFORBIDDEN", message("sessions.endOwn"));
    const ended = await endSessionsOfUser(tx, userId);
    await context.audit(tx, { target: userId, after: { ended } });
    return { username: user.username, ended };
  });
}

/** @returns the recipient's address. */
export async function sendValidationEmail(context: CallContext, userId: string): Promise<string> {
  const { app, db, language } = context;
  const recipient = await inTransaction(db, async (tx) => {
    const user = await requireManagedUser(tx, context, userId);
    requireManageable(user);
    const { id, username, email, archived, onboarded } = user;
    if (archived) throw new ApiError("ECONFLICT", message("users.archived"));
    if (email === null) throw new ApiError("ECONFLICT", message("users.noEmail"));
    return { id, username, email, onboarded };
  });
  // Outside of the transaction, which may run twice.
  if (app.countMail(recipient.email)) {
    throw new ApiError("ETOOMANYREQUESTS", message("users.tooManyEmails"));
  }
  await context.audit(db, { target: userId });
  try {
    await sendVerification(app, recipient, { language, ...invitationOf(context) });
  } catch (error) {
    app.log.error(error, "A validation email could not be sent");
    throw new ApiError("EUNAVAILABLE", message("users.emailNotSent"));
  }
  return recipient.email;
}

/**
 * Changes a user in the transaction of the audit row. Nothing is written without a difference.
 *
 * @param decide returns the changed user; it may throw to refuse.
 */
export async function changeUser(
  tx: Transaction<Database>,
  context: CallContext,
  userId: string,
  decide: (user: ManagedUser) => EditableUser,
): Promise<ManagedUser> {
  await changeUsers(tx, context, [userId], decide);
  return requireManagedUser(tx, context, userId);
}

/**
 * Like `changeUser`, for many users in a few statements, all or none.
 *
 * @throws ApiError ENOTFOUND if the client lacks one of them.
 */
export async function changeUsers(
  tx: Transaction<Database>,
  context: CallContext,
  userIds: readonly string[],
  decide: (user: ManagedUser) => EditableUser,
): Promise<void> {
  const editor = editorOf(context);
  const users = await holdUsers(tx, editor, userIds);
  if (users.length < userIds.length) throw notFound("users.notFound");
  const changes = users.flatMap((user) => {
    requireManageable(user);
    const before = toEditable(user);
    const after = normalizeUser(decide(user));
    const difference = diffUsers(before, after);
    return difference ? [{ id: user.id, before, user: after, difference }] : [];
  });
  if (changes.length === 0) return;
  const resourceIds = new Set(changes.flatMap(({ user }) => user.resourceIds));
  const ground = await loadGround(tx, editor, [...resourceIds]);
  await ground.addresses?.look(
    tx,
    changes.map(({ before, user }) => ({ before, after: user })),
  );
  for (const { id, before, user } of changes) {
    requireValid(ground, id, before, user);
    ground.addresses?.give(id, user);
  }
  await write(() => updateUsers(tx, editor.clientId, changes));
  await oweNotices(
    tx,
    changes.flatMap(({ before, user }) => addressNotices(before, user)),
    context,
  );
  await context.audit(tx, ...changes.map(({ id, difference }) => auditOf(id, difference)));
}

/** Locks the actor, so that a concurrently archived actor creates no user. */
async function addUser(
  tx: Transaction<Database>,
  context: CallContext,
  wanted: EditableUser,
): Promise<ManagedUser> {
  const user = normalizeUser(wanted);
  const id = randomUUID();
  const editor = editorOf(context);
  const { actor, clientId } = editor;
  await holdUsers(tx, editor, []);
  const ground = await loadGround(tx, editor, user.resourceIds);
  await ground.addresses?.look(tx, [{ before: EMPTY_USER, after: user }]);
  requireValid(ground, null, EMPTY_USER, user);
  await write(() => insertUsers(tx, { clientId, at: context.at }, [{ id, user }]));
  await context.audit(tx, auditOf(id, { after: user }));
  const added = await loadManagedUser(tx, actor, clientId, id);
  if (!added) throw notFound("users.notFound");
  return added;
}

const auditOf = (target: string, difference: Partial<Difference>) => ({
  target,
  ...(difference as { before?: JsonValue; after?: JsonValue }),
});

/** @throws ApiError EINVALID that names every invalid field. */
function requireValid(
  ground: Ground,
  userId: string | null,
  before: EditableUser,
  after: EditableUser,
): void {
  const problems = findProblems(ground, userId, before, after);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** @throws ApiError EINVALID if another user has the username. */
async function write(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw invalid("/body/username", message("users.taken"));
  }
}

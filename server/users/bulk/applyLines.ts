/** Writes lines of a checked file: several per transaction, each with its own audit row. */
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { EditableUser, ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { usernameKey } from "../../auth/queries.ts";
import type { AuditedChange, CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { addressNotices, oweNotices } from "../../mail/notices.ts";
import {
  editorOf,
  findProblems,
  loadGround,
  EMPTY_USER,
  type Editor,
  type Ground,
} from "../changeRules.ts";
import { holdUsers, toEditable } from "../queries.ts";
import { insertUsers, updateUsers, type WrittenUser } from "../writeUsers.ts";
import { takeLinesLeft, writeOutcomes, type BulkPlace, type StoredLine } from "./queries.ts";
import { findByKeys, PLANNED_AT_ONCE } from "./checkLines.ts";
import type { Problem } from "./planLines.ts";

/** Lines per transaction. */
const AT_ONCE = 250;

interface Write extends WrittenUser {
  readonly row: StoredLine;
  readonly before: EditableUser;
}

/** @returns the ids of created users who can use a validation e-mail, which excludes archived ones. */
export async function applyLines(
  tx: Transaction<Database>,
  place: BulkPlace,
  context: CallContext,
): Promise<readonly string[]> {
  const editor = editorOf(context);
  const rows = await takeLinesLeft(tx, place, AT_ONCE);
  const late: { readonly row: StoredLine; readonly problem: Problem }[] = [];
  const update: Write[] = [];
  const insert: Write[] = [];
  const current = await loadCurrent(tx, editor, rows);
  const becoming = rows.map((row) => becomingOf(row, current.get(row.user_id ?? "") ?? null));
  const ground = await loadGround(tx, editor, [...new Set(rows.flatMap(resourcesOf))]);
  await ground.addresses?.look(tx, becoming);
  const { users, taken } = await findByKeys(tx, editor, rows.filter(isNew).map(keyOf));
  for (const [at, { row, user, before, after }] of becoming.entries()) {
    if (at % PLANNED_AT_ONCE === 0) await setImmediate();
    const isTaken = users.has(keyOf(row)) || taken.has(keyOf(row));
    const problem = isNew(row)
      ? (isTaken && { field: "username", reason: message("users.taken") }) ||
        firstProblem(ground, null, before, after)
      : lateness(row, user) || firstProblem(ground, user?.id ?? null, before, after);
    if (problem) {
      late.push({ row, problem });
      continue;
    }
    const write = { row, before, id: row.user_id ?? randomUUID(), user: after };
    ground.addresses?.give(write.id, after);
    (isNew(row) ? insert : update).push(write);
  }
  const { at } = context;
  if (insert.length > 0) await insertUsers(tx, { clientId: place.clientId, at }, insert);
  if (update.length > 0) await updateUsers(tx, place.clientId, update);
  await oweNotices(
    tx,
    update.flatMap(({ before, user }) => addressNotices(before, user)),
    context,
  );
  const written = [...insert, ...update];
  await context.audit(tx, ...written.map(auditOf));
  if (rows.length > 0) {
    await writeOutcomes(tx, place, [
      ...written.map(({ row, id }) => ({
        ...outcomeOf(row),
        outcome: "done" as const,
        user_id: id,
      })),
      ...late.map(({ row, problem }) => ({
        ...outcomeOf(row),
        outcome: "late" as const,
        problems: [problem],
      })),
    ]);
  }
  return insert
    .filter(({ user: { email, archived } }) => email !== null && !archived)
    .map(({ id }) => id);
}

function becomingOf(row: StoredLine, user: ManagedUser | null) {
  const before = user ? toEditable(user) : EMPTY_USER;
  return { row, user, before, after: { ...before, ...(row.after as Partial<EditableUser>) } };
}

const isNew = ({ kind }: StoredLine) => kind === "create";
const keyOf = ({ username }: StoredLine) => usernameKey(username);
const resourcesOf = ({ after }: StoredLine) =>
  (after as Partial<EditableUser> | null)?.resourceIds ?? [];
const outcomeOf = ({ line, user_id }: StoredLine) => ({ line, user_id, problems: [] });

async function loadCurrent(
  tx: Transaction<Database>,
  editor: Editor,
  rows: readonly StoredLine[],
): Promise<ReadonlyMap<string, ManagedUser>> {
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const users = await holdUsers(tx, editor, ids);
  return new Map(users.map((user) => [user.id, user]));
}

/** Why a line is no longer possible: the user changed since the check. */
function lateness({ version }: StoredLine, user: ManagedUser | null): Problem | null {
  if (!user) return { field: null, reason: message("bulk.userDeleted") };
  if (user.version !== version) {
    return { field: null, reason: message("bulk.userChanged") };
  }
  return user.refusal === null ? null : { field: null, reason: user.refusal };
}

/** Roles and permissions may have changed since the check. */
function firstProblem(
  ground: Ground,
  userId: string | null,
  before: EditableUser,
  after: EditableUser,
): Problem | null {
  const [first] = Object.entries(findProblems(ground, userId, before, after));
  return first ? { field: first[0], reason: first[1] } : null;
}

function auditOf({ row, id }: Write): AuditedChange {
  return { target: id, ...(!isNew(row) && { before: row.before }), after: row.after };
}

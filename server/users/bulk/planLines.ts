/** Computes the effect of each line of a file on the existing users. Pure. */
import type { BulkKind, BulkLine } from "#events/entities/bulkChange.ts";
import type { EditableUser, ManagedUser } from "#events/entities/managedUser.ts";
import { BULK_COLUMNS, type BulkColumn } from "#events/rules/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { usernameKey } from "../../auth/queries.ts";
import { unreadableCell } from "../../import/unreadableCell.ts";
import { findControlCharacter } from "../../import/values.ts";
import { diffUsers, findProblems, EMPTY_USER, normalizeUser, type Ground } from "../changeRules.ts";
import { toEditable } from "../queries.ts";
import { readCell, type Namings } from "./csv.ts";
import type { FileLine } from "./readFile.ts";

export type Problem = BulkLine["problems"][number];

export interface PlannedLine {
  readonly line: number;
  readonly kind: BulkKind;
  readonly username: string;
  readonly userId: string | null;
  readonly version: number | null;
  /** The differing fields before the change; null for a new user. */
  readonly before: Partial<EditableUser> | null;
  /** The differing fields after the change; all fields of a new user. */
  readonly after: Partial<EditableUser> | null;
  readonly problems: readonly Problem[];
}

/** A line with parsed cells. */
export interface ReadLine {
  readonly line: number;
  readonly username: string;
  readonly change: Partial<EditableUser>;
  readonly problems: readonly Problem[];
}

export function readLine(
  fileLine: FileLine,
  columns: readonly BulkColumn[],
  namings: Namings,
): ReadLine {
  const { line, cells, length } = fileLine;
  if (cells === null) {
    const reason = message("bulk.badLength", { count: length, columns: columns.length });
    return { line, username: "", change: {}, problems: [{ field: null, reason }] };
  }
  const change: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? "";
    const field = BULK_COLUMNS[column];
    const failed = unreadableCell(fileLine, (column) => column === at);
    if (failed !== undefined) {
      problems.push({ field, reason: failed.reason });
      continue;
    }
    const control = findControlCharacter(cell);
    if (control) {
      problems.push({ field, reason: message("bulk.controlCharacter", control) });
      continue;
    }
    const read = readCell(cell, column, namings);
    if ("problem" in read) problems.push({ field, reason: read.problem });
    else if ("value" in read) change[field] = read.value;
  }
  const user = change as Partial<EditableUser>;
  return { line, username: user.username ?? "", change: user, problems };
}

/** Lines with one username: their number, and the first two of them. */
export interface Repeated {
  readonly count: number;
  readonly first: readonly number[];
}

export interface Known {
  readonly ground: Ground;
  /** Users of the client by username key. */
  readonly users: ReadonlyMap<string, ManagedUser>;
  /** Username keys of other clients' users. */
  readonly taken: ReadonlySet<string>;
  readonly repeated: ReadonlyMap<string, Repeated>;
}

export function planLine(read: ReadLine, known: Known): PlannedLine {
  const key = usernameKey(read.username);
  const user = known.users.get(key) ?? null;
  const before = user ? toEditable(user) : EMPTY_USER;
  const after = normalizeUser({ ...before, ...read.change });
  const problems = [...read.problems];
  const repeated = known.repeated.get(key);
  if (repeated) problems.push(sameUsername(read.line, repeated));
  if (user === null && known.taken.has(key)) {
    problems.push({ field: "username", reason: message("users.taken") });
  }
  const difference = diffUsers(before, after);
  if (user?.refusal && difference) problems.push({ field: null, reason: user.refusal });
  if (!user || difference)
    problems.push(...rulesBroken(known.ground, user, before, after, problems));
  return {
    line: read.line,
    kind: problems.length > 0 ? "refused" : kindOf(user, before, after, difference !== null),
    username: user?.username ?? read.username,
    userId: user?.id ?? null,
    version: user?.version ?? null,
    before: user ? (difference?.before ?? {}) : null,
    after: user ? (difference?.after ?? {}) : after,
    problems,
  };
}

function rulesBroken(
  ground: Ground,
  user: ManagedUser | null,
  before: EditableUser,
  after: EditableUser,
  problems: readonly Problem[],
): Problem[] {
  return Object.entries(findProblems(ground, user?.id ?? null, before, after))
    .filter(([field]) => !problems.some((problem) => problem.field === field))
    .map(([field, reason]) => ({ field, reason }));
}

function sameUsername(line: number, { count, first }: Repeated): Problem {
  const other = first.find((one) => one !== line) ?? line;
  const reason =
    count > 2
      ? message("bulk.repeatedOften", { line: other, count: count - 2 })
      : message("bulk.repeated", { line: other });
  return { field: "username", reason };
}

function kindOf(
  user: ManagedUser | null,
  before: EditableUser,
  after: EditableUser,
  differs: boolean,
): BulkKind {
  if (!user) return "create";
  if (!differs) return "unchanged";
  if (before.archived === after.archived) return "change";
  return after.archived ? "archive" : "restore";
}

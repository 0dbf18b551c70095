/** The rows of checked files: each line's effect and outcome. */
import { sql, type Kysely } from "kysely";
import type { BulkChange, BulkKind, BulkLine } from "#events/entities/bulkChange.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database, Row } from "../../db/schema.ts";
import { findAfter, readList, type List } from "../../lists/list.ts";
import type { PagingInput } from "../../lists/paging.ts";
import { notFound } from "../../plugins/errors.ts";
import type { Names } from "../changes/queries.ts";
import { tellFields } from "../changes/queries.ts";
import type { PlannedLine, Problem } from "./planLines.ts";

/** How long checked files are kept, and how many per actor. */
const KEPT: Milliseconds = 7 * 24 * 3_600_000;
const KEPT_FILES = 5;

export interface BulkPlace {
  readonly clientId: string;
  readonly bulkId: string;
}

/**
 * Starts a file and evicts old ones: expired files, and the same actor's unfinished checks and all but the latest
 * files.
 */
export async function insertBulk(
  db: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
  file: { readonly actorId: string; readonly fileName: string; readonly at: Date },
): Promise<void> {
  await db
    .deleteFrom("bulk_changes")
    .where(({ eb, and, or, selectFrom }) => {
      const isOwn = eb("actor_id", "=", file.actorId);
      const surplus = selectFrom("bulk_changes")
        .select("id")
        .where("actor_id", "=", file.actorId)
        .where("is_checked", "=", true)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(KEPT_FILES - 1);
      return or([
        eb("created_at", "<", new Date(file.at.getTime() - KEPT)),
        and([isOwn, eb("is_checked", "=", false)]),
        and([isOwn, eb("id", "in", surplus)]),
      ]);
    })
    .execute();
  await db
    .insertInto("bulk_changes")
    .values({
      client_id: clientId,
      id: bulkId,
      actor_id: file.actorId,
      file_name: file.fileName,
      created_at: file.at,
    })
    .execute();
}

export async function insertLines(
  db: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
  lines: readonly PlannedLine[],
): Promise<void> {
  const records = lines.map(({ userId, ...line }) => ({ ...line, user_id: userId }));
  await sql`
    insert into bulk_lines
      (client_id, bulk_id, line, kind, username, user_id, version, before, after, problems)
    select ${clientId}::uuid, ${bulkId}::uuid, line, kind, username, user_id, version, before, after,
      problems
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as g (line integer, kind text,
      username text, user_id uuid, version integer, before jsonb, after jsonb, problems jsonb)
  `.execute(db);
}

export type LineCounts = Readonly<Partial<Record<BulkKind, number>>>;

/**
 * Marks a file as complete: it can be viewed and applied.
 *
 * @param counts of the lines.
 * @returns false if the file was evicted.
 */
export async function finishCheck(
  db: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
  counts: LineCounts,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("bulk_changes")
    .set({ is_checked: true, counts: JSON.stringify(counts) })
    .where("client_id", "=", clientId)
    .where("id", "=", bulkId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteBulk(
  db: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
): Promise<void> {
  await db
    .deleteFrom("bulk_changes")
    .where("client_id", "=", clientId)
    .where("id", "=", bulkId)
    .execute();
}

/** The file checked for this actor; null if there is none. */
async function findBulk(
  db: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
  actorId: string,
): Promise<BulkChange | null> {
  const bulk = await db
    .selectFrom("bulk_changes")
    .select(["id", "file_name", "created_at", "counts", "done", "late"])
    .where("client_id", "=", clientId)
    .where("id", "=", bulkId)
    .where("actor_id", "=", actorId)
    .where("is_checked", "=", true)
    .executeTakeFirst();
  if (!bulk) return null;
  const { id, file_name: fileName, created_at, done, late } = bulk;
  const none = { create: 0, change: 0, archive: 0, restore: 0, unchanged: 0, refused: 0 };
  const counts = { ...none, ...bulk.counts };
  const { create, change, archive, restore } = counts;
  const left = create + change + archive + restore - done - late;
  return { id, fileName, createdAt: created_at.toISOString(), counts, done, late, left };
}

/** @throws ApiError ENOTFOUND if no such file was checked for the actor. */
export async function requireBulk(
  db: Kysely<Database>,
  place: BulkPlace,
  actorId: string,
): Promise<BulkChange> {
  const bulk = await findBulk(db, place, actorId);
  if (!bulk) throw notFound("bulk.notFound");
  return bulk;
}

export type StoredLine = Row<"bulk_lines">;

const ofBulk = ({ clientId, bulkId }: BulkPlace) =>
  sql`client_id = ${clientId} and bulk_id = ${bulkId}`;

interface LineSelection extends BulkPlace {
  /** undefined: lines of any kind. */
  readonly show?: BulkLine["kind"] | "late" | undefined;
}

const LINES: List<LineSelection, StoredLine, "line"> = {
  table: "bulk_lines",
  alias: "b",
  key: ["line"],
  scope: ({ clientId, bulkId, show }) => [
    sql`b.client_id = ${clientId}`,
    sql`b.bulk_id = ${bulkId}`,
    ...(show === "late" ? [sql`b.outcome = 'late'`] : show ? [sql`b.kind = ${show}`] : []),
  ],
  sorts: { line: [] },
  defaultOrder: { field: "line", direction: "asc" },
  items: ({ clientId, bulkId }) => sql`
    select p.position, b.* from page p
    join bulk_lines b on b.client_id = ${clientId} and b.bulk_id = ${bulkId} and b.line = p.line`,
};

export function listLines(db: Kysely<Database>, selection: LineSelection, paging: PagingInput) {
  return readList(db, LINES, selection, paging);
}

/** The next lines after a given one, in order. */
export async function findLinesAfter(
  db: Kysely<Database>,
  place: BulkPlace,
  line: number,
  size: number,
): Promise<{ readonly lines: StoredLine[]; readonly hasMore: boolean }> {
  const after = [String(line)];
  const { items, next } = await findAfter(db, LINES, place, { after, size });
  return { lines: items, hasMore: next !== null };
}

/** The next lines to write. Concurrent appliers of one file wait for each other. */
export async function takeLinesLeft(
  tx: Kysely<Database>,
  place: BulkPlace,
  limit: number,
): Promise<StoredLine[]> {
  await sql`
    select id from bulk_changes where client_id = ${place.clientId} and id = ${place.bulkId} for update
  `.execute(tx);
  const { rows } = await sql<StoredLine>`
    select * from bulk_lines
    where ${ofBulk(place)} and outcome is null and kind in ('create', 'change', 'archive', 'restore')
    order by line limit ${limit}
  `.execute(tx);
  return rows;
}

export interface LineOutcome {
  readonly line: number;
  readonly outcome: "done" | "late";
  readonly user_id: string | null;
  readonly problems: readonly Problem[];
}

/** @param outcomes of lines without one; at least one. */
export async function writeOutcomes(
  tx: Kysely<Database>,
  { clientId, bulkId }: BulkPlace,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const lines = outcomes.map(({ line }) => line);
  // Bounds the ids, because a plan without bounds may read all lines of the file.
  await sql`
    update bulk_lines l set outcome = g.outcome, user_id = g.user_id, problems = g.problems
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as g (line integer, outcome text, user_id uuid, problems jsonb)
    where l.client_id = ${clientId} and l.bulk_id = ${bulkId} and l.line = g.line
      and l.line between ${Math.min(...lines)} and ${Math.max(...lines)}
  `.execute(tx);
  const late = outcomes.filter(({ outcome }) => outcome === "late").length;
  await sql`
    update bulk_changes set done = done + ${outcomes.length - late}, late = late + ${late}
    where client_id = ${clientId} and id = ${bulkId}
  `.execute(tx);
}

/** A line as returned to clients, with the names of roles and resources. */
export function toBulkLine(row: StoredLine, names: Names): BulkLine {
  return {
    line: row.line,
    kind: row.kind,
    outcome: row.outcome,
    username: row.username,
    userId: row.user_id,
    changes: tellFields(row.before, row.after, names),
    problems: row.problems as unknown as Problem[],
  };
}

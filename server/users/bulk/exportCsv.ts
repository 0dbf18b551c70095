/** Chunks of CSV files: the client's users, and a file's outcome. All chunks together form the file. */
import { sql, type Kysely } from "kysely";
import { USER_FIELDS } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { message } from "#events/messages/message.ts";
import { BULK_COLUMN_NAMES } from "#events/rules/bulkChange.ts";
import { csvRecord } from "#events/rules/csv.ts";
import { USER_LABELS } from "#events/rules/users.ts";
import { usernameKey } from "../../auth/queries.ts";
import type { Database } from "../../db/schema.ts";
import { loadManagedUsers, toEditable } from "../queries.ts";
import { loadNames } from "../changes/queries.ts";
import { findLinesAfter, toBulkLine, type BulkPlace } from "./queries.ts";
import { loadNamings } from "./checkLines.ts";
import { cellsOf } from "./csv.ts";

/** Records per chunk. */
const AT_ONCE = 2000;

export interface CsvPiece {
  readonly csv: string;
  readonly records: number;
  readonly next: string | null;
}

/** @param from the last username of the previous chunk; undefined for the first. */
export async function usersPiece(
  db: Kysely<Database>,
  actor: User,
  clientId: string,
  from: string | undefined,
): Promise<CsvPiece> {
  const after = from === undefined ? sql`true` : sql`u.username_key > ${usernameKey(from)}`;
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join user_clients l on l.user_id = u.id
    where l.client_id = ${clientId} and ${after}
    order by u.username_key limit ${AT_ONCE}
  `.execute(db);
  const namings = await loadNamings(db, clientId);
  const users = new Map(
    (
      await loadManagedUsers(
        db,
        actor,
        clientId,
        rows.map(({ id }) => id),
      )
    ).map((user) => [user.id, user]),
  );
  const found = rows.flatMap(({ id }) => users.get(id) ?? []);
  const records = found.map((user) => csvRecord(cellsOf(toEditable(user), namings)));
  const header = from === undefined ? csvRecord(BULK_COLUMN_NAMES) : "";
  return {
    csv: header + records.join(""),
    records: records.length,
    next: rows.length === AT_ONCE ? (found.at(-1)?.username ?? null) : null,
  };
}

const RESULT_COLUMNS = ["line", "username", "planned", "outcome", "changes", "problems"];

/** @param from the last line number of the previous chunk, as text; undefined for the first. */
export async function linesPiece(
  db: Kysely<Database>,
  place: BulkPlace,
  from: string | undefined,
): Promise<CsvPiece> {
  const { lines, hasMore } = await findLinesAfter(db, place, Number(from ?? 0), AT_ONCE);
  const names = await loadNames(db, place.clientId);
  const records = lines.map((row) => {
    const { line, username, kind, outcome, changes, problems } = toBulkLine(row, names);
    return csvRecord([
      String(line),
      username,
      kind,
      outcome ?? "",
      changes.map((change) => describe(change.field, change.before, change.after)).join("; "),
      problems
        .map(({ field, reason }) => `${label(field)}${renderMessage(ENGLISH, reason)}`)
        .join("; "),
    ]);
  });
  const header = from === undefined ? csvRecord(RESULT_COLUMNS) : "";
  return {
    csv: header + records.join(""),
    records: records.length,
    next: hasMore ? String(lines.at(-1)?.line ?? 0) : null,
  };
}

type Told = string | boolean | null | readonly string[];

function label(field: string | null): string {
  if (field === null) return "";
  const code = USER_FIELDS.find((known) => known === field);
  return `${code ? renderMessage(ENGLISH, message(USER_LABELS[code])) : field}: `;
}

function describe(field: string, before: Told, after: Told): string {
  return `${label(field)}${tell(before)} → ${tell(after)}`;
}

function tell(value: Told): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || typeof value === "string") return value ?? "";
  return value.join(", ");
}

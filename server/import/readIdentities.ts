/** Reads and checks the identities table. Independent of the existing directory. */
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import {
  checkHeader,
  IDENTITY_COLUMNS,
  IDENTITY_FIELDS,
  misspelledColumns,
  type IdentityField,
} from "./columns.ts";
import type { Rejection, TableRecord, TableSource } from "./types.ts";
import { ATTRIBUTE_MAX_LENGTH, checkText, isBlank, Rejections } from "./values.ts";

export interface IdentityTable {
  /** The known columns in the file, except `id`. Missing columns keep the stored values. */
  readonly fields: readonly IdentityField[];
  /** All other columns of the file. */
  readonly attributeNames: readonly string[];
  /** External ids, distinct, in the order of the file. */
  readonly ids: readonly string[];
  /** The index into `ids` and `rows` by external id. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Values of `fields`, then of `attributeNames`; null for a blank cell. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** The line of each row, from 1. */
  readonly lines: readonly number[];
  readonly rejected: readonly Rejection[];
  readonly warnings: readonly Message[];
}

/** @throws ImportError if the header is invalid. */
export function checkIdentityHeader(table: TableSource): void {
  checkHeader(table, IDENTITY_COLUMNS, ["id"]);
}

/**
 * Equal repeats of a record count once, and different ones are rejected.
 *
 * @throws ImportError if the header or the file as a whole is invalid.
 */
export async function readIdentities(table: TableSource): Promise<IdentityTable> {
  checkIdentityHeader(table);
  const fields = IDENTITY_FIELDS.filter((field) => table.columns.includes(field));
  const attributeNames = table.columns.filter((column) => !IDENTITY_COLUMNS.includes(column));
  const columns = [...fields, ...attributeNames];
  const positions = columns.map((column) => table.columns.indexOf(column));
  const idPosition = table.columns.indexOf("id");

  const ids: string[] = [];
  const indexes = new Map<string, number>();
  const rows: (string | null)[][] = [];
  const lines: number[] = [];
  const rejections = new Rejections(table.name);
  const shared = new Map<string, string>();

  const take = (record: TableRecord): void => {
    if (!rejections.hasColumnCount(record, table) || !rejections.isReadable(record, table)) return;
    const id = record.values[idPosition] ?? "";
    if (isBlank(id)) {
      rejections.add(record.line, "id", "REQUIRED", message("import.noId"));
      return;
    }
    const idProblem = checkText(id, TEXT_MAX_LENGTH);
    if (idProblem) {
      rejections.addProblem(record.line, "id", idProblem);
      return;
    }
    const row: (string | null)[] = [];
    for (let at = 0; at < positions.length; at++) {
      const value = record.values[positions[at] ?? 0] ?? "";
      if (isBlank(value)) {
        row.push(null);
        continue;
      }
      const problem = checkText(value, at < fields.length ? TEXT_MAX_LENGTH : ATTRIBUTE_MAX_LENGTH);
      if (problem) {
        rejections.addProblem(record.line, columns[at] ?? "", problem);
        return;
      }
      row.push(share(shared, value));
    }
    const earlier = indexes.get(id);
    if (earlier === undefined) {
      indexes.set(id, ids.length);
      ids.push(id);
      rows.push(row);
      lines.push(record.line);
      return;
    }
    const differs = row.findIndex((value, at) => value !== rows[earlier]?.[at]);
    if (differs !== -1) {
      rejections.add(
        record.line,
        columns[differs] ?? null,
        "CONFLICT",
        message("import.repeatedId", { id, line: lines[earlier] ?? 0 }),
      );
    }
  };

  for await (const batch of table.batches) for (const record of batch) take(record);
  return {
    fields,
    attributeNames,
    ids,
    indexes,
    rows,
    lines,
    rejected: rejections.list,
    warnings: misspelledColumns(table, IDENTITY_COLUMNS, "import.misspelledKept"),
  };
}

const SHARED_MAX = 100_000;

/** Job titles and similar values repeat, so equal texts share one string, up to a maximum number. */
function share(shared: Map<string, string>, value: string): string {
  const known = shared.get(value);
  if (known !== undefined) return known;
  if (shared.size < SHARED_MAX) shared.set(value, value);
  return value;
}

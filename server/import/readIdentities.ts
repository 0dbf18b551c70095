/** Reads and checks the identities table. Knows nothing of what the directory already holds. */
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
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
  /** The known columns that the file has, without `id`. A column that it has not leaves the stored values alone. */
  readonly fields: readonly IdentityField[];
  /** All other columns of the file. */
  readonly attributeNames: readonly string[];
  /** External ids, distinct, in the order of the file. */
  readonly ids: readonly string[];
  /** By external id: its place in `ids` and `rows`. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Values of `fields`, then of `attributeNames`; null where the cell is blank. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rejected: readonly Rejection[];
  readonly warnings: readonly string[];
}

/** @throws ImportError when the header is at fault. */
export function checkIdentityHeader(table: TableSource): void {
  checkHeader(table, IDENTITY_COLUMNS, ["id"]);
}

/**
 * Repeats of a record with the same content count once; with another content they are rejected.
 *
 * @throws ImportError when the header or the file as a whole is at fault.
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
    if (!rejections.hasColumnCount(record, table)) return;
    const id = record.values[idPosition] ?? "";
    if (isBlank(id)) {
      rejections.add(record.line, "id", "REQUIRED", "The id is missing. Each identity needs one.");
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
        `The identity ${id} stands in line ${lines[earlier]} already, with another value here. Keep one of the two.`,
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
    rejected: rejections.list,
    warnings: misspelledColumns(table, IDENTITY_COLUMNS).map(
      (misspelled) => `${table.name}: ${misspelled}; it is kept as an attribute.`,
    ),
  };
}

const SHARED_MAX = 100_000;

/** Job titles and the like repeat: equal texts become one string, as long as there are not too many of them. */
function share(shared: Map<string, string>, value: string): string {
  const known = shared.get(value);
  if (known !== undefined) return known;
  if (shared.size < SHARED_MAX) shared.set(value, value);
  return value;
}

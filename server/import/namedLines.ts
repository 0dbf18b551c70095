/** Lines of a posted file whose columns name things by ids or, without ids, by names. */
import type { FileProblem } from "#events/entities/policyChange.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readCsvField } from "#events/rules/csv.ts";
import { invalid } from "../plugins/errors.ts";
import { checkHeader } from "./columns.ts";
import { readPostedCsv } from "./postedCsv.ts";
import type { TableRecord, TableSource } from "./types.ts";
import { unreadableCell } from "./unreadableCell.ts";

const MAX_LINES = 500_000;

export interface Problem {
  readonly problem: Message;
}

/** What the cells of a line name, or why they name nothing. */
export type Finder<Cells, Found> = (cells: Cells) => Found | Problem;

export type CellsOf<Column extends string> = Readonly<Record<Column, string>>;

export type NamedLine<Column extends string> = { readonly line: number } & (
  | { readonly cells: CellsOf<Column> }
  | Problem
);

export interface LineFormat<Column extends string> {
  /** Of the file, for its errors. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns that a file must have. A missing column has empty cells. */
  readonly required: readonly Column[];
}

interface NamedTable<Column extends string> {
  /** The columns of the file. */
  readonly columns: readonly string[];
  readonly lines: readonly NamedLine<Column>[];
}

/**
 * @param content the bytes of the file in Base64
 * @throws ApiError EINVALID if the file as a whole is invalid
 */
export function readNamedTable<Column extends string>(
  content: string,
  format: LineFormat<Column>,
): Promise<NamedTable<Column>> {
  return readPostedCsv(content, format.name, async (table) => ({
    columns: table.columns,
    lines: await readLines(table, format),
  }));
}

/** Like `readNamedTable`, for files whose optional columns are the same as empty ones. */
export async function readNamedLines<Column extends string>(
  content: string,
  format: LineFormat<Column>,
): Promise<readonly NamedLine<Column>[]> {
  return (await readNamedTable(content, format)).lines;
}

async function readLines<Column extends string>(
  table: TableSource,
  { columns, required }: LineFormat<Column>,
): Promise<readonly NamedLine<Column>[]> {
  checkHeader(table, columns, required);
  const lines: NamedLine<Column>[] = [];
  for await (const batch of table.batches) {
    for (const record of batch) {
      lines.push({ line: record.line, ...parseLine(table.columns, record, columns) });
    }
    if (lines.length > MAX_LINES) {
      throw invalid("/body/content", message("policyFile.tooManyLines", { max: MAX_LINES }));
    }
  }
  return lines;
}

function parseLine<Column extends string>(
  present: readonly string[],
  record: TableRecord,
  columns: readonly Column[],
): { readonly cells: CellsOf<Column> } | Problem {
  const { values } = record;
  const [count, expected] = [values.length, present.length];
  if (count !== expected) return { problem: message("policyFile.columns", { count, expected }) };
  const used = new Set<string>(columns);
  const cell = unreadableCell(record, (column) => used.has(present[column] ?? ""));
  if (cell !== undefined) {
    const column = present[cell.column] ?? "";
    return { problem: message("policyFile.cell", { column, reason: cell.reason }) };
  }
  const cells = columns.map((column) => [
    column,
    readCsvField(values[present.indexOf(column)] ?? "").trim(),
  ]);
  return { cells: Object.fromEntries(cells) as CellsOf<Column> };
}

/** The cells of the valid lines. */
export function cellsIn<Column extends string>(
  lines: readonly NamedLine<Column>[],
): readonly CellsOf<Column>[] {
  return lines.flatMap((line) => ("cells" in line ? [line.cells] : []));
}

/** What a line names, by each finder; the first problem if there is one. */
export function findAll<Column extends string, One, Other>(
  line: NamedLine<Column>,
  finders: {
    /** The thing that gets an entitlement. */
    readonly holder: Finder<CellsOf<Column>, One>;
    readonly entitlement: Finder<CellsOf<Column>, Other>;
  },
): { readonly holder: One; readonly entitlement: Other } | Problem {
  if ("problem" in line) return line;
  const holder = finders.holder(line.cells);
  if (isProblem(holder)) return holder;
  const entitlement = finders.entitlement(line.cells);
  return isProblem(entitlement) ? entitlement : { holder, entitlement };
}

const isProblem = <Found>(found: Found | Problem): found is Problem =>
  typeof found === "object" && found !== null && "problem" in found;

/** Maximum invalid lines in a response. */
const MAX_PROBLEMS = 100;

/** The first problems of a file, with the number of all. */
export function describeProblems(problems: readonly FileProblem[]): {
  readonly problems: FileProblem[];
  readonly problemCount: number;
} {
  return { problems: problems.slice(0, MAX_PROBLEMS), problemCount: problems.length };
}

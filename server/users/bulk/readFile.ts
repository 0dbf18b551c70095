/** Parses a CSV file or an Excel workbook of users into lines of cells. */
import { BULK_COLUMN_NAMES, BULK_LINES_MAX, type BulkColumn } from "#events/rules/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { checkHeader } from "../../import/columns.ts";
import { readPostedCsv } from "../../import/postedCsv.ts";
import type { TableSource, UnreadableCell } from "../../import/types.ts";
import { invalid } from "../../plugins/errors.ts";

export interface FileLine {
  /** The line number in the file, from 1. */
  readonly line: number;
  /** One per header column; null if the line has another number of cells. */
  readonly cells: readonly string[] | null;
  /** The line's number of cells. */
  readonly length: number;
  /** Cells that have no usable value. */
  readonly unreadable?: readonly UnreadableCell[];
}

export interface FileLines {
  readonly columns: readonly BulkColumn[];
  readonly lines: readonly FileLine[];
}

/** Maximum unknown columns named in a message. */
const NAMED = 5;

/**
 * @param content the bytes of the file in Base64.
 * @throws ApiError EINVALID if the whole file is invalid: Base64, size, UTF-8, CSV, workbook, columns, or number of
 * lines.
 */
export function readFile(content: string, name: string): Promise<FileLines> {
  return readPostedCsv(content, name, async (table) => {
    const columns = readColumns(table);
    return { columns, lines: await readLines(table) };
  });
}

function readColumns(table: TableSource): readonly BulkColumn[] {
  checkHeader(table, BULK_COLUMN_NAMES, ["username"]);
  const unknown = table.columns.filter((name) => !isColumn(name));
  if (unknown.length > 0) {
    throw invalid(
      "/body/content",
      message("bulk.unknownColumns", {
        count: unknown.length,
        file: table.name,
        names: unknown.slice(0, NAMED).join(", "),
        columns: BULK_COLUMN_NAMES.join(", "),
      }),
    );
  }
  return table.columns.filter(isColumn);
}

function isColumn(name: string): name is BulkColumn {
  return BULK_COLUMN_NAMES.some((column) => column === name);
}

async function readLines({ name, columns, batches }: TableSource): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const batch of batches) {
    for (const { line, values, unreadable } of batch) {
      const isWhole = values.length === columns.length;
      lines.push({ line, cells: isWhole ? values : null, length: values.length, unreadable });
    }
    if (lines.length > BULK_LINES_MAX) {
      throw invalid(
        "/body/content",
        message("bulk.tooManyLines", { file: name, max: BULK_LINES_MAX }),
      );
    }
  }
  if (lines.length === 0) {
    throw invalid("/body/content", message("bulk.noLines", { file: name }));
  }
  return lines;
}

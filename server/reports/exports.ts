/** All rows of a report as a CSV file or a workbook, at the address of the call of its rows. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { listReportRows } from "#events/calls/reports.ts";
import { columnsOfKind, type ReportKind, type ReportRow } from "#events/entities/report.ts";
import { csvRecord, guardFormulas } from "#events/rules/csv.ts";
import { checkAccess } from "../auth/access.ts";
import type { Database } from "../db/schema.ts";
import { findAfter, type Cursor } from "../lists/list.ts";
import { notFound, notPermitted } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { begun } from "../primedStream.ts";
import { findRun, rowsOfKind, type RowSelection } from "./queries.ts";
import { SHEET_ROWS_MAX, workbookOf, type WorkbookCell } from "./workbook.ts";

const BATCH_SIZE = 2000;
/** Spreadsheets need it to read a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

type Rows = readonly (readonly WorkbookCell[])[];

const FORMATS = {
  csv: {
    type: "text/csv; charset=utf-8",
    write: (batches: AsyncIterable<Rows>) => Readable.from(csvOf(batches)),
  },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    // Texts of a workbook are no formulas, but they may be saved as CSV later.
    write: (batches: AsyncIterable<Rows>) => workbookOf(guarded(batches)),
  },
} as const;

export function mountReportExports(app: FastifyInstance): void {
  const { services } = app;
  const { params, query } = listReportRows.schema;
  const checkParams = compileCheck(params, "params");
  const checkQuery = compileCheck(query, "query");
  for (const [extension, { type, write }] of Object.entries(FORMATS)) {
    app.get(`${listReportRows.endpoint}.${extension}`, {
      schema: { hide: true },
      onRequest: async (request, reply) => {
        request.access = await checkAccess(services, listReportRows, request, reply);
        if (request.access.user) app.transfers.begin(request.access.user.id, reply);
      },
      handler: async (request, reply) => {
        const { client } = request.access ?? {};
        if (!client) throw notPermitted();
        const { reportId } = checkParams(request.params) as { readonly reportId: string };
        const { contains } = checkQuery(request.query) as { readonly contains?: string };
        const { kind, runId, rowCount } = await findRun(services.db, client.id, reportId);
        if (runId === null) throw notFound("savedReports.notFound");
        const selection = { clientId: client.id, runId, rowCount, contains };
        const batches = await begun(batchesOf(services.db, kind, selection));
        return reply
          .type(type)
          .header("content-disposition", `attachment; filename="${kind}.${extension}"`)
          .send(write(batches));
      },
    });
  }
}

async function* batchesOf(
  db: Kysely<Database>,
  kind: ReportKind,
  selection: RowSelection,
): AsyncGenerator<Rows, void> {
  const columns = columnsOfKind(kind);
  yield [columns.map(({ id }) => id)];
  let after: Cursor | null = null;
  let left = SHEET_ROWS_MAX - 1;
  do {
    const page: { readonly items: ReportRow[]; readonly next: Cursor | null } = await findAfter(
      db,
      rowsOfKind(kind),
      selection,
      { after, size: Math.min(BATCH_SIZE, left) },
    );
    yield page.items.map(({ cells }) =>
      columns.map(({ type }, at) => {
        const cell = cells[at] ?? null;
        if (type === "time" && typeof cell === "number") return new Date(cell);
        return cell;
      }),
    );
    left -= page.items.length;
    after = left > 0 ? page.next : null;
  } while (after !== null);
}

async function* guarded(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  for await (const rows of batches) {
    yield rows.map((row) =>
      row.map((cell) => (typeof cell === "string" ? guardFormulas(cell) : cell)),
    );
  }
}

async function* csvOf(batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const rows of batches) yield rows.map((row) => csvRecord(row.map(textOf))).join("");
}

function textOf(cell: WorkbookCell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

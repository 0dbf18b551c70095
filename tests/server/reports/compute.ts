/** Computes a report of a test directory. */
import type { Kysely } from "kysely";
import type { ReportKind, ReportScope } from "#events/entities/report.ts";
import type { Database } from "#server/db/schema.ts";
import { METHODS } from "#server/reports/kinds/methods.ts";

/** When the reports are computed. */
export const AT = new Date("2026-03-02T09:00:00Z");

export async function compute(
  db: Kysely<Database>,
  { clientId }: { readonly clientId: string },
  kind: ReportKind,
  scope: Partial<ReportScope> = {},
) {
  const request = { kind, orgOid: null, resourceId: null, from: null, until: null, ...scope };
  const { rows, chart } = await METHODS[kind](
    { clientId, at: AT, ...request },
    { db, advance: async () => {} },
  );
  const all: (readonly unknown[])[] = [];
  /** Of the entitlements that the rows are about. */
  const roleOids: (string | undefined)[] = [];
  for await (const { cells, roleOid } of rows) {
    all.push(cells);
    roleOids.push(roleOid);
  }
  return { rows: all, roleOids, chart: chart() };
}

export const sorted = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();

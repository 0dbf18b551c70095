/** What computes a kind of report. */
import type { Kysely } from "kysely";
import {
  CHART_BARS_MAX,
  type ReportChart,
  type ReportFailure,
  type ReportScope,
} from "#events/entities/report.ts";
import type { Finding } from "#events/entities/case.ts";
import type { Database } from "../../db/schema.ts";

export interface ReportRequest extends ReportScope {
  readonly clientId: string;
  /** The instant at which policies and assignments must be valid. */
  readonly at: Date;
}

export interface ReportTools {
  /** For short queries in the background. */
  readonly db: Kysely<Database>;
  /**
   * Reports progress from 0 to 1. Call it between two queries.
   * @throws the reason of the abort if the report is no longer wanted.
   */
  readonly advance: (part: number) => Promise<void>;
}

/** In the order of the kind's columns. */
export type Cells = readonly (string | number | null)[];

export interface ComputedRow {
  readonly cells: Cells;
  /** The role oid of the entitlement that the row is about. */
  readonly roleOid?: string;
  /** What a case about the row would be about. */
  readonly finding?: Finding | undefined;
}

export interface ComputedReport {
  readonly rows: Iterable<ComputedRow> | AsyncIterable<ComputedRow>;
  /** Called after all rows were read. */
  readonly chart: () => ReportChart;
}

export type ReportMethod = (request: ReportRequest, tools: ReportTools) => Promise<ComputedReport>;

/** The report cannot be made, however often it is tried. */
export class ReportImpossible extends Error {
  override readonly name = "ReportImpossible";
  readonly failure: ReportFailure;

  constructor(failure: ReportFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** By code units, so that the order is the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The highest bars by their first value. */
export function highestBars(bars: ReportChart["bars"]): ReportChart {
  const sorted = bars.toSorted(
    (a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0) || byText(a.label, b.label),
  );
  return {
    bars: sorted.slice(0, CHART_BARS_MAX),
    more: Math.max(0, sorted.length - CHART_BARS_MAX),
  };
}

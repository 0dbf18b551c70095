/** A report that arrives in chunks, and the result of loading it. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { ReportError } from "../columns/reportError.ts";
import type { ReportReader } from "../columns/readReport.ts";
import { resourceCount, type ReportColumns } from "../columns/reportColumns.ts";
import type { ChunkDigest } from "./digest.ts";

/** Identifies a running load. */
export type LoadId = number;

export interface LoadInChunks {
  readonly id: LoadId;
  readonly reader: ReportReader;
  readonly digest: ChunkDigest;
  /** All chunks so far; null if they are not kept. */
  readonly bytes: (() => Blob) | null;
}

export interface ReportSummary {
  readonly orgOid: string;
  /** ISO 8601. */
  readonly reportDate: string;
  readonly totalUsers: number;
  readonly totalShadows: number;
  readonly entitlements: number;
  /** The options of the resource filter; the position in the list is the ResourceIndex. */
  readonly resources: readonly { readonly name: string; readonly entitlements: number }[];
}

export type LoadReply =
  | {
      readonly ok: true;
      readonly summary: ReportSummary;
      /** SHA-256 of the bytes, in hex; for more than 8 MiB that of the digests of each 8 MiB. */
      readonly digest: string;
      /** Bytes. */
      readonly size: number;
    }
  | LoadFailure;

/** The progress of a load. */
export type LoadProgress =
  | {
      readonly ok: true;
      /** Bytes received so far. */
      readonly bytes: number;
      /** Entitlements read from them. */
      readonly rows: number;
    }
  | LoadFailure;

/** The load is over, and the previous report is unchanged. */
export type LoadFailure =
  | { readonly ok: false; readonly code: "EBADREPORT"; readonly reason: Message }
  /** Cancelled, failed earlier, or superseded. */
  | { readonly ok: false; readonly code: "ELOADOVER"; readonly reason: Message };

export const LOAD_OVER: LoadFailure = {
  ok: false,
  code: "ELOADOVER",
  reason: message("reports.loadOver"),
};

/** The failure for a report error; rethrows any other error. */
export function failureFrom(error: unknown): LoadFailure {
  if (error instanceof ReportError) return { ok: false, code: error.code, reason: error.reason };
  // Typed arrays throw it when there is not enough memory.
  if (error instanceof RangeError) {
    return { ok: false, code: "EBADREPORT", reason: message("reports.tooLarge") };
  }
  throw error;
}

export function summarize(columns: ReportColumns): ReportSummary {
  const { resourceStarts } = columns;
  return {
    orgOid: columns.orgOid,
    reportDate: columns.reportDate,
    totalUsers: columns.totalUsers,
    totalShadows: columns.totalShadows,
    entitlements: columns.rowCount,
    resources: Array.from({ length: resourceCount(columns) }, (_, resource) => ({
      name: columns.resourceNames[resource] as string,
      entitlements: (resourceStarts[resource + 1] as number) - (resourceStarts[resource] as number),
    })),
  };
}

/** A mining report in either format. */
import { ArrowReportDecoder } from "./decodeArrow.ts";
import { ReportDecoder } from "./decodeReport.ts";
import type { ReportColumns } from "./reportColumns.ts";
import type { EntitlementRow } from "./units.ts";

/** The first byte of an Arrow stream, with which no JSON text starts. */
const ARROW_MARKER = 0xff;

/**
 * Reads a report whose bytes arrive in pieces, cut anywhere. The first byte determines the format, because unlike a
 * declared type it cannot be wrong. Throws like `decodeReport`.
 */
export class ReportReader {
  private decoder: ReportDecoder | ArrowReportDecoder | null = null;

  /** Entitlements read so far. */
  get rowCount(): EntitlementRow {
    return this.decoder?.rowCount ?? 0;
  }

  /** Bytes received so far. */
  get byteCount(): number {
    return this.decoder?.byteCount ?? 0;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.decoder ??= chunk[0] === ARROW_MARKER ? new ArrowReportDecoder() : new ReportDecoder();
    this.decoder.push(chunk);
  }

  finish(): ReportColumns {
    return (this.decoder ?? new ReportDecoder()).finish();
  }
}

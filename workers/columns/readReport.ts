/** A mining report in whichever form it comes. */
import { ArrowReportDecoder } from "./decodeArrow.ts";
import { ReportDecoder } from "./decodeReport.ts";
import type { ReportColumns } from "./reportColumns.ts";
import type { EntitlementRow } from "./units.ts";

/** With what an Arrow stream begins, and no JSON text does. */
const ARROW_MARKER = 0xff;

/**
 * Reads a report whose bytes come in pieces, cut anywhere. Its form is told by its first byte, which cannot be wrong
 * as what a sender says of it can. Throws as `decodeReport` does.
 */
export class ReportReader {
  private decoder: ReportDecoder | ArrowReportDecoder | null = null;

  /** Entitlements read so far. */
  get rowCount(): EntitlementRow {
    return this.decoder?.rowCount ?? 0;
  }

  /** Bytes given so far. */
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

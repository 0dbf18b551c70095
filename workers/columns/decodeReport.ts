/** Decodes a mining report as JSON bytes to columns, with validation: the whole report or an error, never a part. */
import { message } from "#events/messages/message.ts";
import type { EntitlementRow } from "./units.ts";
import { NumberColumnBuilder } from "./growable.ts";
import { MORE_NEEDED } from "./jsonInput.ts";
import { JsonScanner, recordFields, type Opened } from "./jsonScanner.ts";
import { NameColumnBuilder } from "./nameColumn.ts";
import type { ReportColumns } from "./reportColumns.ts";
import { ReportError, type ReportPlace } from "./reportError.ts";
import { RoleOidsBuilder } from "./roleOidColumn.ts";

const WHOLE = message("data.report");
const RESOURCE_INSIGHT = message("data.resourceInsight");
const ENTITLEMENT_INSIGHT = message("data.entitlementInsight");
const REPORT = recordFields(
  "orgOid",
  "reportDate",
  "totalUsers",
  "totalShadows",
  "resourceInsights",
);
/** Index of resourceInsights among the fields of REPORT. */
const RESOURCE_INSIGHTS = 4;
const RESOURCE = recordFields("resourceName", "entitlementInsights");
const ENTITLEMENT = recordFields("entitlementName", "percentOfUsers", "roleOid");

/**
 * @param bytes UTF-8 JSON of a report as the mining call returns it; unknown fields are skipped
 * @throws ReportError if the bytes are not JSON, end early, or contain something other than a report
 */
export function decodeReport(bytes: Uint8Array): ReportColumns {
  const decoder = new ReportDecoder();
  decoder.push(bytes);
  return decoder.finish();
}

/** Decodes a report whose bytes arrive in pieces, cut anywhere. Throws like `decodeReport`. */
export class ReportDecoder {
  private readonly scanner = new JsonScanner();
  private orgOid = "";
  private reportDate = "";
  private totalUsers = 0;
  private totalShadows = 0;
  private readonly resourceNames: string[] = [];
  private readonly resourceStarts = new NumberColumnBuilder(new Uint32Array(64));
  private readonly names = new NameColumnBuilder();
  private readonly percents = new NumberColumnBuilder(new Float64Array(1 << 12));
  private readonly roleOids = new RoleOidsBuilder();
  private inResources = false;
  private rows = 0;
  /** Marks a point where more bytes are needed. */
  private readonly reading = this.read();

  /** Entitlements read so far. */
  get rowCount(): EntitlementRow {
    return this.rows;
  }

  /** Bytes received so far. */
  get byteCount(): number {
    return this.scanner.byteCount;
  }

  push(chunk: Uint8Array): void {
    if (this.scanner.push(chunk)) this.readOn();
  }

  finish(): ReportColumns {
    this.scanner.end();
    this.readOn();
    this.resourceStarts.push(this.rows);
    return {
      orgOid: this.orgOid,
      reportDate: this.reportDate,
      totalUsers: this.totalUsers,
      totalShadows: this.totalShadows,
      rowCount: this.rows,
      resourceNames: this.resourceNames,
      resourceStarts: this.resourceStarts.finish(),
      names: this.names.finish(),
      percents: this.percents.finish(),
      roleOids: this.roleOids.finish(),
    };
  }

  private readOn(): void {
    try {
      this.reading.next();
    } catch (error) {
      if (error instanceof ReportError) {
        throw new ReportError(error.problem, error.offset, this.byteCount, this.place());
      }
      throw error;
    }
  }

  /** The decoder's position among the resources. */
  private place(): ReportPlace | null {
    if (!this.inResources) return null;
    return { kind: "resource", resource: this.resourceStarts.length, rows: this.rows };
  }

  private *read(): Generator<undefined, void> {
    const { scanner } = this;
    yield* this.whole(() => scanner.skipByteOrderMark());
    const report = yield* this.whole(() => scanner.enterRecord(WHOLE));
    for (;;) {
      const field = yield* this.whole(() => scanner.nextField(report, REPORT));
      if (field < 0) break;
      if (field === RESOURCE_INSIGHTS) yield* this.readResources();
      else yield* this.whole(() => this.readReportField(field));
    }
    for (;;) {
      scanner.readEnd();
      yield;
    }
  }

  /** Retries a step until there are enough bytes for it. The step changes nothing before. */
  private *whole<Value>(step: () => Value): Generator<undefined, Value> {
    for (;;) {
      const { position } = this.scanner;
      try {
        return step();
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.scanner.position = position;
      }
      yield;
    }
  }

  private readReportField(field: number): void {
    switch (field) {
      case 0:
        this.orgOid = this.readText("orgOid");
        return;
      case 1:
        this.reportDate = this.readText("reportDate");
        if (Number.isNaN(Date.parse(this.reportDate)))
          this.scanner.fail(message("data.notDate", { field: "reportDate" }));
        return;
      case 2:
        this.totalUsers = this.readCount("totalUsers");
        return;
      default:
        this.totalShadows = this.readCount("totalShadows");
    }
  }

  private *readResources(): Generator<undefined, void> {
    const { scanner } = this;
    this.inResources = true;
    const resources = yield* this.whole(() => scanner.enterArray("resourceInsights"));
    while (yield* this.whole(() => scanner.nextItem(resources))) {
      this.resourceStarts.push(this.rows);
      const resource = yield* this.whole(() => scanner.enterRecord(RESOURCE_INSIGHT));
      for (;;) {
        const field = yield* this.whole(() => scanner.nextField(resource, RESOURCE));
        if (field < 0) break;
        if (field === 0) {
          this.resourceNames.push(yield* this.whole(() => this.readText("resourceName")));
        } else {
          const array = yield* this.whole(() => scanner.enterArray("entitlementInsights"));
          while (!this.readEntitlements(array)) yield;
        }
      }
    }
    this.inResources = false;
  }

  /** Reads entitlements as far as the bytes go; true after the array. */
  private readEntitlements(array: Opened): boolean {
    const { scanner } = this;
    let { position } = scanner;
    let { isNew } = array;
    try {
      while (scanner.nextItem(array)) {
        this.readEntitlement();
        this.rows++;
        position = scanner.position;
        isNew = false;
      }
      return true;
    } catch (error) {
      if (error !== MORE_NEEDED) throw error;
      scanner.position = position;
      array.isNew = isNew;
      this.names.truncate(this.rows);
      this.percents.truncate(this.rows);
      this.roleOids.truncate(this.rows);
      return false;
    }
  }

  private readonly readEntitlement = (): void => {
    this.scanner.readRecord(ENTITLEMENT, ENTITLEMENT_INSIGHT, this.readEntitlementField);
  };

  private readonly readEntitlementField = (field: number): void => {
    const { scanner } = this;
    if (field === 1) {
      this.percents.push(this.readPercent());
      return;
    }
    if (field === 0) {
      scanner.readString("entitlementName");
      if (!scanner.textIsPlain) this.names.addText(scanner.text());
      else this.names.addBytes(scanner.bytes, scanner.textStart, scanner.textEnd);
      return;
    }
    scanner.readString("roleOid");
    if (!scanner.textIsPlain) this.roleOids.addText(scanner.text());
    else this.roleOids.addBytes(scanner.bytes, scanner.textStart, scanner.textEnd);
  };

  private readText(what: string): string {
    this.scanner.readString(what);
    return this.scanner.text();
  }

  private readPercent(): number {
    const value = this.scanner.readNumber("percentOfUsers");
    if (!(value >= 0 && value <= 100)) {
      this.scanner.fail(message("data.notPercent", { field: "percentOfUsers" }));
    }
    return value;
  }

  private readCount(field: string): number {
    const value = this.scanner.readNumber(field);
    if (!Number.isSafeInteger(value) || value < 0) {
      this.scanner.fail(message("data.notCount", { field }));
    }
    return value;
  }
}

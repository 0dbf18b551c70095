/** A mining report as JSON bytes to columns, checked on the way: all of it or an error, never a part. */
import type { EntitlementRow } from "../analytics/contract.ts";
import { NumberColumnBuilder } from "./growable.ts";
import { JsonScanner, recordFields } from "./jsonScanner.ts";
import { NameColumnBuilder } from "./nameColumn.ts";
import type { ReportColumns } from "./reportColumns.ts";
import { ReportUnreadable } from "./reportUnreadable.ts";
import { RoleOidsBuilder } from "./roleOidColumn.ts";

const REPORT = recordFields(
  "orgOid",
  "reportDate",
  "totalUsers",
  "totalShadows",
  "resourceInsights",
);
const RESOURCE = recordFields("resourceName", "entitlementInsights");
const ENTITLEMENT = recordFields("entitlementName", "percentOfUsers", "roleOid");

/**
 * @param bytes UTF-8 JSON of a report as the mining call gives it; fields that it does not know are passed over
 * @throws ReportUnreadable when the bytes are not JSON, end early, or hold something else than a report
 */
export function decodeReport(bytes: Uint8Array): ReportColumns {
  const decoder = new ReportDecoder(bytes);
  try {
    return decoder.decode();
  } catch (error) {
    if (error instanceof ReportUnreadable) {
      throw new ReportUnreadable(error.what, error.offset, bytes.length, decoder.place());
    }
    throw error;
  }
}

class ReportDecoder {
  readonly scanner: JsonScanner;
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

  constructor(bytes: Uint8Array) {
    this.scanner = new JsonScanner(bytes);
  }

  decode(): ReportColumns {
    this.scanner.readRecord(REPORT, "the report", this.readReportField);
    this.scanner.readEnd();
    this.resourceStarts.push(this.rowCount());
    return {
      orgOid: this.orgOid,
      reportDate: this.reportDate,
      totalUsers: this.totalUsers,
      totalShadows: this.totalShadows,
      rowCount: this.rowCount(),
      resourceNames: this.resourceNames,
      resourceStarts: this.resourceStarts.finish(),
      names: this.names.finish(),
      percents: this.percents.finish(),
      roleOids: this.roleOids.finish(),
    };
  }

  /** Where among the resources the decoder stands, in words. */
  place(): string {
    if (!this.inResources) return "";
    return `, at resource ${this.resourceStarts.length} with ${this.rowCount()} entitlements read`;
  }

  private rowCount(): EntitlementRow {
    return this.percents.length;
  }

  private readonly readReportField = (field: number): void => {
    switch (field) {
      case 0:
        this.orgOid = this.readText("orgOid");
        return;
      case 1:
        this.reportDate = this.readText("reportDate");
        if (Number.isNaN(Date.parse(this.reportDate)))
          this.scanner.fail("reportDate is not a date");
        return;
      case 2:
        this.totalUsers = this.readCount("totalUsers");
        return;
      case 3:
        this.totalShadows = this.readCount("totalShadows");
        return;
      default:
        this.inResources = true;
        this.scanner.readArray("resourceInsights", this.readResource);
        this.inResources = false;
    }
  };

  private readonly readResource = (): void => {
    this.resourceStarts.push(this.rowCount());
    this.scanner.readRecord(RESOURCE, "a resource insight", this.readResourceField);
  };

  private readonly readResourceField = (field: number): void => {
    if (field === 0) this.resourceNames.push(this.readText("resourceName"));
    else this.scanner.readArray("entitlementInsights", this.readEntitlement);
  };

  private readonly readEntitlement = (): void => {
    this.scanner.readRecord(ENTITLEMENT, "an entitlement insight", this.readEntitlementField);
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
    if (!(value >= 0 && value <= 100)) this.scanner.fail("percentOfUsers is not from 0 to 100");
    return value;
  }

  private readCount(what: string): number {
    const value = this.scanner.readNumber(what);
    if (!Number.isSafeInteger(value) || value < 0) this.scanner.fail(`${what} is not a count`);
    return value;
  }
}

import { message } from "#events/messages/message.ts";
import {
  bool,
  Column,
  columnFromArray,
  int16,
  int32,
  int8,
  largeUtf8,
  uint32,
  uint8,
  utf8,
} from "@uwdata/flechette";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrowParts } from "#server/mining/arrowReport.ts";
import { jsonPieces } from "#server/mining/jsonReport.ts";
import { ArrowReportDecoder } from "#workers/columns/decodeArrow.ts";
import { decodeReport } from "#workers/columns/decodeReport.ts";
import { ReportReader } from "#workers/columns/readReport.ts";
import { readReport } from "../support/readReport.ts";
import { arrowOf, hasUuidsOnly, type ArrowForm } from "../support/arrowReports.ts";
import { anyLargerReport, anyReport, bytesOf, reportOf, SMALL_REPORT } from "../support/reports.ts";

/** Pieces of the bytes of these lengths, repeatedly. */
function* cut(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + (lengths[turn % lengths.length] as number) + (turn % 7 === 0 ? 1 : 0);
    yield bytes.slice(at, end);
    at = end;
  }
}

/** Writes a value that must be a text. */
function formFor(report: typeof SMALL_REPORT, form: ArrowForm): ArrowForm {
  return hasUuidsOnly(report) ? form : { ...form, roleOid: form.roleOid ?? utf8() };
}

const anyForm: fc.Arbitrary<ArrowForm> = fc.record(
  {
    name: fc.constantFrom(utf8(), largeUtf8()),
    roleOid: fc.constantFrom(utf8(), largeUtf8()),
    resource: fc.constantFrom(int8(), int16(), int32(), uint8(), uint32()),
    batchRows: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: [] },
);

describe("ArrowReportDecoder", () => {
  it("[RPT-2] equals the same report as JSON, whatever its rows, batches and column types", () => {
    fc.assert(
      fc.property(fc.oneof(anyReport, anyLargerReport), anyForm, (report, form) => {
        const bytes = arrowOf(report, formFor(report, form));
        expect(readReport(bytes)).toStrictEqual(decodeReport(bytesOf(report)));
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it("[RPT-2] gives the same for bytes in pieces, cut anywhere", () => {
    const pieces = fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(anyReport, anyForm, pieces, (report, form, lengths) => {
        const bytes = arrowOf(report, formFor(report, form));
        const decoder = new ArrowReportDecoder();
        for (const piece of cut(bytes, lengths)) decoder.push(piece);
        expect(decoder.byteCount).toBe(bytes.length);
        const columns = decoder.finish();
        expect(decoder.rowCount).toBe(columns.rowCount);
        expect(columns).toStrictEqual(decodeReport(bytesOf(report)));
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });

  it("[RPT-2] reads the server's Arrow like the server's JSON", async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => ({
      resource: row < 15_000 ? 1 : 2,
      name: `CN=Näme_${row % 977}|Read ${row}`,
      roleOid: `00000000-0000-4000-8000-${row.toString(16).padStart(12, "0")}`,
      holders: 7000 - (row % 5000),
    }));
    const head = {
      orgOid: SMALL_REPORT.orgOid,
      reportDate: SMALL_REPORT.reportDate,
      totalUsers: 7001,
      totalShadows: 12,
      resourceNames: ["Empty", "Core", 'Portal "2"', "Empty, too"],
    };
    const reader = new ReportReader();
    const parts = [...arrowParts(head, rows)];
    for (const part of parts) reader.push(part);
    const json: Uint8Array[] = [];
    for await (const piece of jsonPieces(each(parts))) json.push(piece);
    expect(reader.rowCount).toBe(20_000);
    expect(reader.finish()).toStrictEqual(decodeReport(Buffer.concat(json)));
  });

  it("[RPT-2] counts rows by batch as the bytes arrive", () => {
    const report = reportOf({
      A: Array.from({ length: 10 }, (_, row) => [`n${row}`, row] as const),
    });
    const bytes = arrowOf(report, { batchRows: 4 });
    const decoder = new ArrowReportDecoder();
    const counts = new Set<number>();
    for (const piece of cut(bytes, [16])) {
      decoder.push(piece);
      counts.add(decoder.rowCount);
    }
    expect([...counts]).toEqual([0, 4, 8, 10]);
  });

  it("[RPT-2] skips unknown columns and metadata", () => {
    const bytes = arrowOf(SMALL_REPORT, {
      roleOid: utf8(),
      metadata: (metadata) => metadata.set("more", "x"),
      columns: (columns) => {
        const known = Object.entries(columns);
        for (const [name] of known) delete columns[name];
        columns["since"] = columnFromArray(["a", "b", "c"], utf8());
        columns["granted"] = columnFromArray([true, false, true], bool());
        for (const [name, column] of known.toReversed()) columns[name] = column;
      },
    });
    expect(readReport(bytes)).toStrictEqual(decodeReport(bytesOf(SMALL_REPORT)));
  });

  it("[RPT-2] reads a report without rows and one without resources", () => {
    for (const report of [reportOf({ A: [], B: [] }), reportOf({})]) {
      expect(readReport(arrowOf(report))).toStrictEqual(decodeReport(bytesOf(report)));
    }
  });

  it("[RPT-2] accepts batches without rows", () => {
    const report = reportOf({
      A: [
        ["x", 2],
        ["y", 1],
      ],
    });
    const empty = reportOf({ A: [] });
    const batchOf = (bytes: Uint8Array) => {
      const schemaLength = 8 + new DataView(bytes.buffer, bytes.byteOffset).getInt32(4, true);
      return bytes.subarray(schemaLength, -8);
    };
    const bytes = arrowOf(report);
    const noRows = batchOf(
      arrowOf(empty, {
        columns: (columns) => {
          for (const [name, { type }] of Object.entries(columns)) {
            const batch = columnFromArray(["stride" in type ? new Uint8Array(16) : 1], type)
              .data[0];
            if (batch) columns[name] = new Column([Object.assign(batch, { length: 0 })], type);
          }
        },
      }),
    );
    const more = Buffer.concat([
      bytes.subarray(0, -8 - batchOf(bytes).length),
      noRows,
      batchOf(bytes),
      noRows,
      bytes.subarray(-8),
    ]);
    expect(noRows.length).toBeGreaterThan(0);
    expect(readReport(more)).toStrictEqual(decodeReport(bytesOf(report)));
  });

  it("recognises the format of a report by its bytes, ignoring empty pieces", () => {
    for (const bytes of [
      arrowOf(reportOf({ A: [["x", 1]] })),
      bytesOf(reportOf({ A: [["x", 1]] })),
    ]) {
      const reader = new ReportReader();
      for (const piece of [new Uint8Array(0), ...cut(bytes, [1, 0])]) reader.push(piece);
      expect(reader.byteCount).toBe(bytes.length);
      expect(reader.finish().rowCount).toBe(1);
    }
    expect(() => new ReportReader().finish()).toThrow(
      expect.objectContaining({ problem: message("data.endsEarly") }),
    );
  });
});

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

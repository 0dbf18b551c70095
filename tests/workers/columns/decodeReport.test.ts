import { constants } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { decodeReport, ReportDecoder } from "#workers/columns/decodeReport.ts";
import { JsonScanner } from "#workers/columns/jsonScanner.ts";
import { entitlementName, roleOid } from "#workers/columns/reportColumns.ts";
import { ReportError } from "#workers/columns/reportError.ts";
import { reportFrom } from "../support/reportFrom.ts";
import {
  anyReport,
  bytesOf,
  encode,
  reportOf,
  SMALL_REPORT,
  uuid,
  type Report,
} from "../support/reports.ts";

describe("decodeReport", () => {
  it("[RPT-2] reads orgOid, reportDate, totals, resources and their entitlements", () => {
    expect(reportFrom(decodeReport(bytesOf(SMALL_REPORT)))).toStrictEqual(SMALL_REPORT);
  });

  it("[RPT-2] reads what JSON.parse reads, whatever the names, oids and percentages", () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom(0, 1, "\t"), (report, indent) => {
        const text = JSON.stringify(report, null, indent);
        const wellFormed = JSON.parse(text.replace(/\\ud[89a-f][0-9a-f]{2}/g, "\ufffd")) as Report;
        expect(reportFrom(decodeReport(encode(text)))).toStrictEqual(wellFormed);
      }),
      { seed: 20260105, numRuns: 500 },
    );
  });

  it("[RPT-2] reads the same for bytes in pieces, cut anywhere, and fails at the same place as in one", () => {
    const pieces = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 20 });
    const outcome = (read: () => ReturnType<typeof decodeReport>) => {
      try {
        return reportFrom(read());
      } catch (error) {
        if (error instanceof ReportError) return [error.problem, error.offset];
        throw error;
      }
    };
    fc.assert(
      fc.property(
        anyReport,
        fc.constantFrom(0, 1),
        pieces,
        fc.option(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { freq: 2 }),
        fc.option(fc.nat(), { freq: 5 }),
        (report, indent, lengths, change, cut) => {
          const text = `\ufeff${JSON.stringify({ more: [1, { a: "é" }], ...report }, null, indent)} `;
          let bytes = encode(text);
          if (change !== null) bytes[change[0] % bytes.length] = change[1];
          if (cut !== null) bytes = bytes.subarray(0, cut % bytes.length);
          const inPieces = () => {
            const decoder = new ReportDecoder();
            for (let at = 0, turn = 0; at < bytes.length; turn++) {
              const end =
                at + (lengths[turn % lengths.length] as number) + (turn % 7 === 0 ? 1 : 0);
              decoder.push(bytes.slice(at, end));
              at = end;
            }
            expect(decoder.byteCount).toBe(bytes.length);
            return decoder.finish();
          };
          expect(outcome(inPieces)).toStrictEqual(outcome(() => decodeReport(bytes)));
        },
      ),
      { seed: 20260105, numRuns: 400 },
    );
  });

  it("[RPT-2] reads every number as the nearest double", () => {
    const numbers = [
      "0",
      "-0",
      "100",
      "1e2",
      "1.0E+1",
      "5e-324",
      "1e-400",
      "33.333333333333336",
      "59.99999999999999",
      "0.1000000000000000055511151231257827",
      "12345678901234567890e-18",
      "99.9999999999999999999",
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(...numbers),
          fc.double({ min: 0, max: 100, noNaN: true }).map(String),
          fc
            .nat({ max: 99 })
            .chain((whole) =>
              fc.stringMatching(/^[0-9]{1,20}$/).map((decimals) => `${whole}.${decimals}`),
            ),
        ),
        (number) => {
          const text = JSON.stringify(reportOf({ A: [["x", 77]] })).replace(":77,", `:${number},`);
          expect(decodeReport(encode(text)).percents[0]).toBe(Number(number));
        },
      ),
      { seed: 20260105, numRuns: 2000 },
    );
  });

  it("[RPT-2] accepts fields in any order, escaped field names, unknown fields, white space and a byte order mark", () => {
    const text = `\ufeff { "resourceInsights" : [ { "entitlementInsights": [ {"roleOid":"r", "since": {"a":[1,{"b":null}],"c":"\\u00e9"}, "percentOfUsers": 5e1,\r\n "entitlement\\u004eame":"\\u0041\\n"} ], "resourceName":"A" , "x":[] } ],
      "totalShadows":1,"totalUsers":2,"reportDate":"2026-01-05","orgOid":"o","__proto__":{"totalUsers":9},"more":[true,false,-1.5e3,"s",{}] }\n`;
    expect(reportFrom(decodeReport(encode(text)))).toStrictEqual({
      orgOid: "o",
      reportDate: "2026-01-05",
      totalUsers: 2,
      totalShadows: 1,
      resourceInsights: [
        {
          resourceName: "A",
          entitlementInsights: [{ entitlementName: "A\n", percentOfUsers: 50, roleOid: "r" }],
        },
      ],
    });
  });

  it("[RPT-2] reads a report without resources, and one of many rows", () => {
    expect(decodeReport(bytesOf(reportOf({}))).rowCount).toBe(0);
    const many = reportOf({
      A: Array.from({ length: 20_000 }, (_, row) => [`Name ${row} é`, (row % 1000) / 10] as const),
    });
    expect(reportFrom(decodeReport(bytesOf(many)))).toStrictEqual(many);
  });

  it("[RPT-2] reads a report with more bytes than a string can hold", () => {
    const more = "x".repeat(1 << 22);
    const entitlement = JSON.stringify({
      ...SMALL_REPORT.resourceInsights[0]?.entitlementInsights[0],
      more,
    });
    const [head, tail] = JSON.stringify(reportOf({ A: [] })).split("[]") as [string, string];
    const decoder = new ReportDecoder();
    decoder.push(encode(`${head}[${entitlement}`));
    const next = encode(`,${entitlement}`);
    while (decoder.byteCount <= constants.MAX_STRING_LENGTH) decoder.push(next);
    decoder.push(encode(`]${tail}`));
    const columns = decoder.finish();
    expect(columns.rowCount).toBeGreaterThan(100);
    expect(entitlementName(columns, columns.rowCount - 1)).toBe("Teller é");
  });

  it("[RPT-2] rereads little of a long value whose bytes arrive in pieces", () => {
    const texts = 100_000;
    const more = Array.from({ length: texts }, () => "more");
    const bytes = encode(JSON.stringify({ more, ...SMALL_REPORT }));
    const read = vi.spyOn(JsonScanner.prototype, "readString");
    const decoder = new ReportDecoder();
    for (let at = 0; at < bytes.length; at += 4096) decoder.push(bytes.slice(at, at + 4096));
    expect(decoder.byteCount).toBe(bytes.length);
    expect(reportFrom(decoder.finish())).toStrictEqual(SMALL_REPORT);
    expect(read.mock.calls.length).toBeLessThan(4 * texts);
  });

  it("[RPT-2] returns role oids unchanged, UUID or not", () => {
    const oids = [
      uuid(1),
      uuid(1).toUpperCase(),
      "A0000000-0000-4000-8000-00000000000F",
      "",
      "role",
      "00000000-0000-4000-8000-00000000000g",
      "00000000000040008000000000000000",
    ];
    const columns = decodeReport(
      bytesOf(reportOf({ A: oids.map((oid) => ["x", 1, oid] as const) })),
    );
    expect(oids.map((_, row) => roleOid(columns, row))).toStrictEqual(oids);
  });
});

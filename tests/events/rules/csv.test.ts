import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRecord, readCsvField } from "#events/rules/csv.ts";

it("quotes only fields that need it, and ends each record with an end of line (RFC 4180)", () => {
  expect(csvRecord(["a b", "", "c,d", 'e"f', "g\r\nh", "i;j"])).toBe(
    'a b,,"c,d","e""f","g\r\nh",i;j\r\n',
  );
});

const text = fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@＝＋－＠\0\t\r\n",;a ]{1,8}$/));

it("[APB-15] a text survives writing to and reading from CSV, and never starts a formula", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (values) => {
      const written = csvRecord(["first", ...values]);
      const [fields] = parse(written, { record_delimiter: "\r\n" }) as [string[]];
      expect(fields.map(readCsvField)).toStrictEqual(["first", ...values]);
      // Splits at semicolons and line ends regardless of quotes, as some spreadsheets do.
      const pieces = fields.flatMap((field) => field.split(/[;\r\n]/));
      expect(pieces.filter((piece) => /^[=+\-@＝＋－＠\0\t]/.test(piece))).toStrictEqual([]);
    }),
    { seed: 20260105, numRuns: 500 },
  );
});

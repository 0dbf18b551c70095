import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeReport } from "#workers/columns/decodeReport.ts";
import { ReportError } from "#workers/columns/reportError.ts";
import { english } from "../../support/english.ts";
import { reportFrom } from "../support/reportFrom.ts";
import { encode, SMALL_REPORT, uuid } from "../support/reports.ts";

function messageOf(bytes: Uint8Array): string {
  try {
    decodeReport(bytes);
  } catch (error) {
    if (error instanceof ReportError) return english(error.reason);
    throw error;
  }
  return "(read)";
}

describe("decodeReport of an invalid report", () => {
  const text = JSON.stringify(SMALL_REPORT);
  const replaced = (from: string, to: string): Uint8Array => encode(text.replace(from, to));

  it.each([
    ["no object", encode("[]"), "the report is not an object"],
    ["a status", encode('{"state":"pending"}'), "the report has no orgOid"],
    ["no total", replaced('"totalUsers":100,', ""), "the report has no totalUsers"],
    [
      "a total as text",
      replaced('"totalUsers":100', '"totalUsers":"100"'),
      "totalUsers is not a number",
    ],
    [
      "a negative total",
      replaced('"totalUsers":100', '"totalUsers":-1'),
      "totalUsers is not a count",
    ],
    [
      "a broken total",
      replaced('"totalShadows":100', '"totalShadows":1.5'),
      "totalShadows is not a count",
    ],
    [
      "an endless total",
      replaced('"totalUsers":100', '"totalUsers":1e999'),
      "totalUsers is not a count",
    ],
    ["no date", replaced("2026-01-05T08:00:00.000Z", "soon"), "reportDate is not a date"],
    ["org as number", replaced(`"${uuid(0xabc)}"`, "7"), "orgOid is not a string"],
    [
      "resources as object",
      replaced('"resourceInsights":[', '"resourceInsights":{'),
      "resourceInsights is not an array",
    ],
    [
      "a resource that is null",
      replaced('"resourceInsights":[', '"resourceInsights":[null,'),
      "a resource insight is not an object",
    ],
    [
      "a resource without name",
      replaced('"resourceName":"Empty",', ""),
      "a resource insight has no resourceName",
    ],
    [
      "a name as number",
      replaced('"entitlementName":"x"', '"entitlementName":1'),
      "entitlementName is not a string",
    ],
    ["a role oid of null", replaced('"not-a-uuid"', "null"), "roleOid is not a string"],
    [
      "a percentage above 100",
      replaced(":12,", ":100.00000000000001,"),
      "percentOfUsers is not from 0 to 100",
    ],
    ["a percentage below 0", replaced(":12,", ":-0.1,"), "percentOfUsers is not from 0 to 100"],
    ["a huge percentage", replaced(":12,", ":1e999,"), "percentOfUsers is not from 0 to 100"],
    [
      "a percentage of many digits",
      replaced(":12,", `:${"9".repeat(400)},`),
      "percentOfUsers is not from 0 to 100",
    ],
    ["NaN as text", replaced(":12,", ':"NaN",'), "percentOfUsers is not a number"],
    ["NaN", replaced(":12,", ":NaN,"), "percentOfUsers is not a number"],
    ["Infinity", replaced(":12,", ":-Infinity,"), "percentOfUsers is not a number"],
    ["a percentage of null", replaced(":12,", ":null,"), "percentOfUsers is not a number"],
    ["a leading zero", replaced(":12,", ":012,"), "a number begins with a zero"],
    ["an unfinished exponent", replaced(":12,", ":1e,"), "percentOfUsers is not a number"],
    ["an unfinished fraction", replaced(":12,", ":1.,"), "percentOfUsers is not a number"],
    ["a plus sign", replaced(":12,", ":+12,"), "percentOfUsers is not a number"],
    [
      "a field twice",
      replaced('"roleOid"', '"percentOfUsers":1,"roleOid"'),
      "an entitlement insight has percentOfUsers twice",
    ],
    [
      "a prototype for an entitlement",
      replaced('"percentOfUsers":12', '"__proto__":{"percentOfUsers":12}'),
      "an entitlement insight has no percentOfUsers",
    ],
    ["a trailing comma", replaced("}]}]}", "}]},]}"), "a resource insight is not an object"],
    [
      "a missing comma",
      replaced(',"totalShadows"', ' "totalShadows"'),
      "a comma or a closing bracket is missing",
    ],
    [
      "a missing colon",
      replaced('"totalShadows":', '"totalShadows" '),
      "a field name is not followed by a colon",
    ],
    ["the wrong bracket", replaced("}]}]}", "}}}]}"), "a comma or a closing bracket is missing"],
    ["a second value", encode(`${text} {}`), "more follows after the end"],
    ["a line break in a name", replaced('"x"', '"x\n"'), "a string contains a control character"],
    ["an unknown escape", replaced('"x"', '"\\x"'), "a string has an invalid escape"],
    ["an unfinished escape", replaced('"x"', '"\\u12"'), "a string has an invalid escape"],
    ["an unknown word", replaced('"orgOid"', '"a":nul,"orgOid"'), "a value is not JSON"],
    [
      "an invalid text in an unknown field",
      replaced('"orgOid"', '"a":"\\q","orgOid"'),
      "a string has an invalid escape",
    ],
    [
      "deep nesting",
      replaced('"orgOid"', `"a":${"[".repeat(1e6)},"orgOid"`),
      "a value is nested more than 64 levels deep",
    ],
    [
      "deep nesting of objects",
      replaced('"orgOid"', `"a":${'{"a":'.repeat(1e5)},"orgOid"`),
      "a value is nested more than 64 levels deep",
    ],
    ["a page of HTML", encode("<!doctype html>"), "the report is not an object"],
    ["nothing", encode(""), "it ends too early"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0]), "the report is not an object"],
  ])("[RPT-2] refuses %s", (_, bytes, what) => {
    expect(messageOf(bytes)).toContain(`The report cannot be read: ${what}`);
  });

  it.each([
    ["a lone continuation byte", [0x80, 0x80]],
    ["an overlong form", [0xc0, 0x80]],
    ["an unfinished character", [0xe9, 0x93]],
    ["a byte that is never used", [0xff, 0x78]],
  ])("[RPT-2] refuses a name that is not UTF-8: %s", (_, wrong) => {
    const bytes = replaced('"x"', '"??"');
    bytes.set(wrong, Buffer.from(bytes).indexOf("??"));
    expect(messageOf(bytes)).toContain("a string is not UTF-8, at resource 3 with");
  });

  it("[RPT-2] reports the byte offset and the row without quoting content", () => {
    const bytes = replaced(":12,", ":-12,");
    const message = messageOf(bytes);
    expect(message).toMatch(
      /^The report cannot be read: percentOfUsers is not from 0 to 100, at resource 1 with 1 entitlements read \(byte \d+ of \d+\)\.$/,
    );
    expect(message).toContain(`of ${bytes.length})`);
    expect(message).not.toContain("Teller");
  });

  it("[RPT-2] refuses a report truncated at any byte", () => {
    const bytes = encode(text);
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeReport(bytes.subarray(0, length)), `cut at ${length}`).toThrow(
        ReportError,
      );
    }
  });

  it("[RPT-2] returns a whole report or ReportError when any of its bytes are changed", () => {
    const bytes = encode(text);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 })), {
          minLength: 1,
          maxLength: 3,
        }),
        (changes) => {
          const changed = bytes.slice();
          for (const [at, byte] of changes) changed[at] = byte;
          let expected: unknown;
          try {
            expected = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(changed));
          } catch {
            expect(() => decodeReport(changed)).toThrow(ReportError);
            return;
          }
          const message = messageOf(changed);
          if (message === "(read)") {
            expect(expected).toMatchObject(reportFrom(decodeReport(changed)));
          }
        },
      ),
      { seed: 20260105, numRuns: 3000 },
    );
  });
});

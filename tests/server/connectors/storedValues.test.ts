/** What counts as stored of the values that were written to an attribute. */
import { describe, expect, test } from "vitest";
import { normalFormOf } from "#server/connectors/equality.ts";
import { isStored } from "#server/connectors/storedValues.ts";

const lines = (text: string) => (text === "" ? [] : text.split("|"));

describe("values that are written", () => {
  test.each([
    ["as they are", "old", "new", "new"],
    ["in another order", "", "a|b|c", "c|a|b"],
    ["in another case", "", "Ann@Example.com", "ann@example.com"],
    ["in another case, as before", "ann", "Ann", "ann"],
    ["once instead of twice", "", "Ann|ann", "ann"],
    ["without spaces", "", "+41 44 123", "+4144123"],
    ["cut", "", "a long text", "a long"],
    ["cut to the former value", "a long", "a long text", "a long"],
    ["each cut", "", "alpha|beta", "alp|bet"],
    ["replaced by a value of the system", "old", "new", "own"],
    ["with a value of the system besides", "", "person", "person|top"],
    ["none, and none were there", "", "", ""],
    ["none, and the former ones are gone", "a|b", "", ""],
  ])("are stored: %s", (_how, before, written, stored) => {
    const values = { before: lines(before), written: lines(written), stored: lines(stored) };
    expect(isStored(values, normalFormOf("exact"))).toBe(true);
  });

  test.each([
    ["the former value is left", "old", "new", "old"],
    ["nothing is left", "old", "new", ""],
    ["nothing is there", "", "new", ""],
    ["one of several is missing", "", "a|b", "a"],
    ["one of several is missing, whose beginning is another one", "", "read|readwrite", "read"],
    ["one of the former values is left", "a|b", "c", "c|b"],
    ["two are missing and one replaces them", "", "a|b", "own"],
    ["another writer added one, and one of several is missing", "", "a|b", "a|z"],
    ["another writer added two, and the only one is missing", "", "a", "y|z"],
    ["others replace several", "", "a|b", "y|z"],
    ["a former value cannot be removed", "old", "", "old"],
  ])("are not stored: %s", (_how, before, written, stored) => {
    const values = { before: lines(before), written: lines(written), stored: lines(stored) };
    expect(isStored(values, normalFormOf("exact"))).toBe(false);
  });

  test("are stored in the form of the attribute", () => {
    const values = { before: ["7.4"], written: ["+7.50"], stored: ["7.5"] };
    expect(isStored(values, normalFormOf("decimal"))).toBe(true);
  });
});

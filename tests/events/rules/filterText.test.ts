import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";

const finds = (name: string, typed: string): boolean =>
  normalizeForFilter(name).includes(normalizeForFilter(typed));

describe("normalizeForFilter", () => {
  it.each([
    ["Teller Drawer Approve", "TELLER"],
    ["ROOM_KEYS", "room"],
    ["Straße", "STRASSE"],
    ["STRASSE", "straße"],
    ["STRAẞE", "strasse"],
    ["ΟΔΟΣΑ", "οδος"],
    ["οδος", "ΟΔΟΣ"],
    ["İSTANBUL", "istanbul"],
    ["Diyarbakır", "DIYARBAKIR"],
    ["Привет", "ПРИВЕТ"],
    ["ᏣᎳᎩ", "ꮳꮃꭹ"],
  ])("[ORG-19] ignores case: %j is found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ["Branch Reports Read", "branchreportsread"],
    ["branchreportsread", "branch  reports\tread "],
    ["支店\u3000長", "支店長"],
    ["a\u00a0b\u2009c", "abc"],
    ["tail ", "tail"],
  ])("[ORG-20] ignores spaces: %j is found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ["CN=Loan|Approver", "loanapprover"],
    ["loanapprover", "loan|approver"],
    ["経理|承認", "経理承認"],
  ])("[ORG-21] ignores pipes: %j is found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ["GRP_FIN_RO", "grpfinro"],
    ["grpfinro", "GRP_FIN_RO"],
    ["経理_承認", "経理承認"],
    ["ГРУППА_ДОСТУПА", "группадоступа"],
  ])("[ORG-22] ignores underscores: %j is found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ["Café", "Cafe\u0301"],
    ["Cafe\u0301", "café"],
    ["ｱﾄﾞﾐﾝ", "アドミン"],
    ["ﬁnance", "finance"],
    ["\u200fמנהל\u200f כספים", "מנהל כספים"],
    ["ﻣﺪﻳﺮ", "مدير"],
    ["می\u200cخواهم", "میخواهم"],
    ["a_\u0301", "á"],
  ])("[ORG-19] [ORG-20] matches canonically equivalent text: %j is found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ["résumé", "resume"],
    ["core-banking", "corebanking"],
    ["a.b", "ab"],
    ["read", "write"],
  ])("ignores only case, spaces, pipes and underscores: %j is not found by %j", (name, typed) => {
    expect(finds(name, typed)).toBe(false);
  });

  it("keeps supplementary characters and turns lone surrogates into U+FFFD", () => {
    expect(normalizeForFilter("A 🏦_B")).toBe("a🏦b");
    expect(normalizeForFilter("a\ud800b")).toBe("a\ufffdb");
  });

  it("is empty for text of ignored characters only", () => {
    expect(normalizeForFilter(" \t|_ \u200b")).toBe("");
  });

  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.string({
      unit: fc.constantFrom(
        "i",
        "İ",
        "ı",
        "\u0307",
        "a",
        "\u0301",
        "_",
        "|",
        " ",
        "ß",
        "ẞ",
        "Σ",
        "ς",
        "\u0345",
        "\u00b4",
      ),
    }),
  );

  it("is idempotent for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalizeForFilter(text);
        expect(normalizeForFilter(once)).toBe(once);
      }),
      { seed: 20260105, numRuns: 2000 },
    );
  });

  it("[ORG-19] [ORG-20] [ORG-21] [ORG-22] normalizes ASCII text the same way alone and beside other scripts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        expect(normalizeForFilter(`銀${text}`)).toBe(`銀${normalizeForFilter(text)}`);
      }),
      { seed: 20260105, numRuns: 1000 },
    );
  });
});

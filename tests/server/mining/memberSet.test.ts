import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctOids } from "#server/mining/memberSet.ts";

test("[RPT-2] a member of several orgs counts once, and the oids are ascending", () => {
  const oid = fc.oneof(
    fc.uuid(),
    fc.constantFrom("0".repeat(32), "f".repeat(32), `${"0".repeat(16)}${"f".repeat(16)}`),
  );
  const pages = fc.array(fc.array(oid, { maxLength: 20 }), { maxLength: 5 });
  fc.assert(
    fc.property(pages, (texts) => {
      const hex = texts.map((page) => page.map((text) => text.replaceAll("-", "")));
      const distinct = Buffer.from(
        distinctOids(hex.map((page) => Buffer.from(page.join(""), "hex"))),
      );
      expect(distinct.toString("hex")).toBe([...new Set(hex.flat())].toSorted().join(""));
    }),
    { seed: 2 },
  );
});

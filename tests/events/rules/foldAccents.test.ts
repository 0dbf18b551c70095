import fc from "fast-check";
import { expect, it } from "vitest";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";

it.each([
  ["müller", "muller"],
  ["mu\u0308ller", "muller"],
  ["josé", "jose"],
  ["łukasz", "lukasz"],
  ["ångström", "angstrom"],
  ["søren æbleskov þór", "soren aebleskov thor"],
  ["nguyễn", "nguyen"],
  ["weiß", "weiss"],
  ["đorđe, guðrún, ħal, ışık, cœur", "dorde, gudrun, hal, isik, coeur"],
  ["ガイド", "ガイド"],
  ["서울", "서울"],
  ["plain name", "plain name"],
])("%s is %s without accents", (name, folded) => expect(foldAccents(name)).toBe(folded));

it("folding is idempotent, also after filter normalization", () => {
  const unit = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(unit, (text) => {
      const folded = foldAccents(normalizeForFilter(text));
      expect(foldAccents(folded)).toBe(folded);
      expect(normalizeForFilter(folded)).toBe(folded);
    }),
    { numRuns: 5000, seed: 20 },
  );
});

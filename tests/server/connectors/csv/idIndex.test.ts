import fc from "fast-check";
import { expect, test } from "vitest";
import { IdIndex } from "#server/connectors/csv/idIndex.ts";

test("numbers distinct ids in order, like a map", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 })), (ids) => {
      const index = new IdIndex();
      const expected = new Map<string, number>();
      for (const id of ids) {
        if (!expected.has(id)) expected.set(id, expected.size);
        expect(index.add(id)).toBe(expected.get(id));
      }
      expect(index.size).toBe(expected.size);
      for (const [id, number] of expected) expect(index.get(id)).toBe(number);
      expect(index.get("an id that is longer")).toBe(-1);
    }),
  );
});

test("keeps 300,000 similar ids apart", () => {
  const index = new IdIndex();
  for (let at = 0; at < 300_000; at++) index.add(`user${at}`);
  expect(index.size).toBe(300_000);
  expect(index.get("user299999")).toBe(299_999);
});

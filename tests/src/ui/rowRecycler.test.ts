import fc from "fast-check";
import { expect, test } from "vitest";
import { assignElements, type RowElements } from "#src/ui/virtual-rows/rowRecycler.ts";

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => first + at);
const shown = (elements: RowElements) => [...elements];
const windowOf = (first: number, before: RowElements = new Map()) =>
  assignElements(before, rowsFrom(first, 4));

test("rows entering below reuse the elements of those leaving above", () => {
  expect(shown(windowOf(11, windowOf(10)))).toEqual([
    [11, 1],
    [12, 2],
    [13, 3],
    [14, 0],
  ]);
});

test("distant rows reuse all elements in their order", () => {
  const far = [500, 501, 502, 503].map((row, key) => [row, key]);
  expect(shown(windowOf(500, windowOf(10)))).toEqual(far);
  expect(shown(windowOf(500, windowOf(900)))).toEqual(far);
});

test("rows entering above get new elements, so that no other moves", () => {
  expect(shown(windowOf(9, windowOf(10)))).toEqual([
    [9, 4],
    [10, 0],
    [11, 1],
    [12, 2],
  ]);
});

test("remaining rows keep their elements, and no two rows share one, however the window moves", () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ max: 9, min: 0 })));
  fc.assert(
    fc.property(moves, (steps) => {
      let first = 100;
      let before: RowElements = new Map();
      for (const [by, count] of steps) {
        first += by;
        const rows = rowsFrom(first, count);
        const after = assignElements(before, rows);
        expect([...after.keys()]).toEqual(rows);
        expect(new Set(after.values()).size).toBe(count);
        for (const row of rows) {
          if (before.has(row)) expect(after.get(row)).toBe(before.get(row));
        }
        before = after;
      }
    }),
    { seed: 1 },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isScaled,
  rowAtSlot,
  scrollSpace,
  shiftAtSlot,
  slotAtRow,
  slotsAround,
  slotsInView,
} from "#src/ui/virtual-rows/scrollSpace.ts";

const MAX_SCROLL_HEIGHT = 8_000_000;

const SPACES = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 10_000_000 }),
    rowHeight: fc.integer({ min: 20, max: 80 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ rowCount, rowHeight, part }) => ({
    space: scrollSpace(rowCount, rowHeight),
    rowHeight,
    part,
  }));

test("the content never exceeds the browsers' maximum height, and short lists are not scaled", () => {
  expect(scrollSpace(10_000_000, 36).slotCount * 36).toBeLessThanOrEqual(MAX_SCROLL_HEIGHT);
  expect(isScaled(scrollSpace(10_000_000, 36))).toBe(true);
  expect(isScaled(scrollSpace(200_000, 36))).toBe(false);
});

test("slots and rows map to each other monotonically, with exact ends", () => {
  fc.assert(
    fc.property(SPACES, ({ space, part }) => {
      expect(rowAtSlot(space, 0)).toBe(0);
      expect(rowAtSlot(space, space.slotCount)).toBe(space.rowCount);
      const slot = part * space.slotCount;
      expect(slotAtRow(space, rowAtSlot(space, slot))).toBeCloseTo(slot, 3);
      expect(rowAtSlot(space, slot + 1)).toBeGreaterThanOrEqual(rowAtSlot(space, slot) + 0.999);
    }),
    { seed: 7 },
  );
});

test("a shift never leads past either end", () => {
  fc.assert(
    fc.property(SPACES, ({ space, part }) => {
      const slot = Math.floor(part * (space.slotCount - 1));
      const row = slot + shiftAtSlot(space, slot);
      expect(row).toBeGreaterThanOrEqual(0);
      expect(row).toBeLessThan(space.rowCount);
      expect(Number.isInteger(shiftAtSlot(space, slot))).toBe(true);
    }),
    { seed: 11 },
  );
});

test("visible slots include partly visible ones", () => {
  expect(slotsInView(0, 360, 36)).toEqual({ first: 0, last: 9 });
  expect(slotsInView(1, 360, 36)).toEqual({ first: 0, last: 10 });
  expect(slotsInView(35, 360, 36)).toEqual({ first: 0, last: 10 });
  expect(slotsInView(36, 360, 36)).toEqual({ first: 1, last: 10 });
  expect(slotsInView(7_999_999.5, 1, 36)).toEqual({ first: 222_222, last: 222_222 });
});

test("slots around the visible ones stay within the list, also after it became shorter", () => {
  const seen = { first: 100, last: 110 };
  expect(slotsAround(seen, 2, 1000)).toEqual([
    98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112,
  ]);
  expect(slotsAround(seen, 2, 105).at(-1)).toBe(104);
  expect(slotsAround(seen, 2, 20)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(slotsAround({ first: 0, last: 10 }, 2, 4)).toEqual([0, 1, 2, 3]);
  expect(slotsAround({ first: 0, last: 0 }, 2, 0)).toEqual([]);
});

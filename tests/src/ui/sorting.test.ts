import { expect, test } from "vitest";
import { compareCells, nextSort, sortRows } from "#src/ui/sorting.ts";
import type { Sort, SortValue } from "#src/ui/sorting.ts";

test("[WID-18] a click on a new column sorts it ascending first", () => {
  expect(nextSort(null, "name")).toEqual({ column: "name", direction: "ASCENDING" });
  const other: Sort = { column: "name", direction: "DESCENDING" };
  expect(nextSort(other, "members")).toEqual({ column: "members", direction: "ASCENDING" });
});

test("[WID-16] [WID-17] a click on the sorted column toggles between ASCENDING and DESCENDING", () => {
  const first = nextSort(null, "name");
  const second = nextSort(first, "name");
  const third = nextSort(second, "name");
  expect([first, second, third].map(({ direction }) => direction)).toEqual([
    "ASCENDING",
    "DESCENDING",
    "ASCENDING",
  ]);
});

test("[WID-19] values of different types are refused with an error that names column and types", () => {
  expect(() => compareCells("a", 1, "members")).toThrow(
    new TypeError("Cannot sort by members: its values are of different types (string and number)"),
  );
  expect(() => compareCells(1, 1n, "n")).toThrow(TypeError);
  expect(() => compareCells(new Date(0), 0, "at")).toThrow("date and number");
  expect(() => compareCells(null, "a", "name")).toThrow("null and string");
});

test("[WID-19] values without an order are refused", () => {
  expect(() => compareCells({}, {}, "name")).toThrow("a value of type object has no order");
  expect(() => compareCells(undefined, undefined, "name")).toThrow(TypeError);
});

test("[WID-19] an odd value is found even when a sort would never compare it", () => {
  const rows = [1, 2, 3, "4"];
  const sort: Sort = { column: "n", direction: "ASCENDING" };
  expect(() => sortRows(rows, sort, (row) => row)).toThrow("different types");
});

test("[WID-5] values of one type have a total order, whatever the type", () => {
  expect(compareCells("Äpfel", "Zebra")).toBeLessThan(0);
  expect(compareCells("Teller 9", "Teller 10")).toBeLessThan(0);
  expect(compareCells(2, 10)).toBeLessThan(0);
  expect(compareCells(10n, 9n)).toBeGreaterThan(0);
  expect(compareCells(false, true)).toBeLessThan(0);
  expect(compareCells(new Date(5), new Date(4))).toBeGreaterThan(0);
  expect(compareCells(Number.NaN, 1)).toBeGreaterThan(0);
  expect(compareCells(Number.NaN, Number.NaN)).toBe(0);
});

test("[WID-5] sorting keeps equal rows in order and rows without a value last in both directions", () => {
  type Row = { id: string; n: SortValue };
  const rows: Row[] = [
    { id: "a", n: 2 },
    { id: "b", n: null },
    { id: "c", n: 1 },
    { id: "d", n: 2 },
    { id: "e", n: undefined },
  ];
  const sorted = (direction: Sort["direction"]) =>
    sortRows(rows, { column: "n", direction }, (row) => row.n)
      .map(({ id }) => id)
      .join("");
  expect(sorted("ASCENDING")).toBe("cadbe");
  expect(sorted("DESCENDING")).toBe("adcbe");
  expect(rows.map(({ id }) => id).join("")).toBe("abcde");
});

test("[WID-5] without a sort the rows stay as they are", () => {
  expect(sortRows([3, 1, 2], null, (row) => row)).toEqual([3, 1, 2]);
});

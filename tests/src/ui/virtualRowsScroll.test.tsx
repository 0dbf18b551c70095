// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  activeRow,
  drawnAt,
  HEIGHT,
  layOutRows,
  mount,
  nextFrame,
  press,
  rendered,
  ROW,
  scrollTo,
} from "../support/rowList.tsx";

layOutRows();

test("the last of ten million rows is reached by key, by scrollbar and by scrollToRow", () => {
  const { grid, handle } = mount({ rowCount: 10_000_000 });
  act(() => grid.focus());
  press(grid, "End");
  expect(activeRow(grid)).toBe("Row 9999999");
  expect(drawnAt(grid, 9_999_999)).toBe(HEIGHT - ROW);

  press(grid, "Home");
  expect(drawnAt(grid, 0)).toBe(0);
  scrollTo(grid, Number.MAX_SAFE_INTEGER);
  expect(drawnAt(grid, 9_999_999)).toBe(HEIGHT - ROW);

  act(() => handle.current?.scrollToRow(5_000_000, "start"));
  nextFrame();
  expect(drawnAt(grid, 5_000_000)).toBe(0);
  expect(grid.scrollTop).toBeLessThan(8_000_000);
});

test("in a scaled list every small scroll moves the rows by just as much", () => {
  const { grid, handle } = mount({ rowCount: 10_000_000 });
  act(() => handle.current?.scrollToRow(3_333_333, "start"));
  nextFrame();
  let expected = 3_333_333 * ROW;
  for (const step of [10, 120, -55, 300, -240, 7]) {
    scrollTo(grid, grid.scrollTop + step);
    expected += step;
    const first = rendered()[10] ?? 0;
    expect(first * ROW - drawnAt(grid, first)).toBe(expected);
    expect(new Set(rendered()).size).toBe(rendered().length);
  }
});

test("near the ends of a scaled list nothing is out of reach, wherever one comes from", () => {
  const { grid, handle } = mount({ rowCount: 10_000_000 });
  act(() => handle.current?.scrollToRow(40_000, "start"));
  nextFrame();
  for (let steps = 0; steps < 150; steps++) scrollTo(grid, grid.scrollTop - 10_000);
  expect(rendered()[0]).toBe(0);
  expect(drawnAt(grid, 0)).toBe(0);
});

test("a list that becomes shorter keeps to its rows", () => {
  const { grid, update } = mount({ rowCount: 10_000_000 });
  act(() => grid.focus());
  press(grid, "End");
  update({ rowCount: 20 });
  nextFrame();
  expect(rendered().every((index) => index < 20)).toBe(true);
  expect(grid.getAttribute("aria-rowcount")).toBe("20");
  update({ rowCount: 0, empty: "No entries match your selection" });
  expect(rendered()).toEqual([]);
  expect(screen.getByRole("gridcell").textContent).toBe("No entries match your selection");
});

test.each([1000, 10_000_000])(
  "%i rows that became others go where they are told, once, and keep what was cut off",
  (rowCount) => {
    const { grid, update } = mount({ rowCount });
    act(() => grid.focus());
    scrollTo(grid, 300 * ROW + 7);
    const moved = { firstVisible: 120, active: 124 };
    update({ rowCount: rowCount - 180, moved });
    nextFrame();
    expect(drawnAt(grid, 120)).toBe(-7);
    expect(activeRow(grid)).toBe("Row 124");
    scrollTo(grid, grid.scrollTop + ROW);
    update({ rowCount: rowCount - 180, moved });
    nextFrame();
    expect(drawnAt(grid, 121)).toBe(-7);
    update({ rowCount: rowCount - 180, moved: { firstVisible: 0, active: -1 } });
    nextFrame();
    expect(grid.scrollTop).toBe(0);
    expect(grid.getAttribute("aria-activedescendant")).toBeNull();
  },
);

test("rows that become taller stay in view", () => {
  const { grid, update } = mount();
  scrollTo(grid, 300 * ROW);
  update({ rowHeight: 56 });
  nextFrame();
  expect(drawnAt(grid, 300)).toBe(0);
  expect(rendered()).toContain(300);
  update({ rowHeight: ROW });
  nextFrame();
  expect(drawnAt(grid, 300)).toBe(0);
});

test("what is in view is told when it changes, and not otherwise", () => {
  const onPlace = vi.fn();
  const { grid, update } = mount({ onPlace });
  expect(onPlace).toHaveBeenLastCalledWith({ firstVisible: 0, pageSize: 10, active: -1 });
  onPlace.mockClear();
  update({ onPlace, busy: true });
  act(() => grid.focus());
  scrollTo(grid, 5 * ROW);
  expect(onPlace.mock.calls).toEqual([
    [{ firstVisible: 0, pageSize: 10, active: 0 }],
    [{ firstVisible: 5, pageSize: 10, active: 0 }],
  ]);
});

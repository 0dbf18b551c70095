// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  activeRow,
  drawnAt,
  HEIGHT,
  layOutRows,
  mount,
  nextFrame,
  press,
  rendered,
  resize,
  ROW,
  scrollTo,
} from "../support/rowList.tsx";

layOutRows();

test("keys, the scrollbar and scrollToRow reach the last of ten million rows", () => {
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

test("every small scroll in a scaled list moves the rows by the same distance", () => {
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

test("everything near the ends of a scaled list is reachable from either side", () => {
  const { grid, handle } = mount({ rowCount: 10_000_000 });
  act(() => handle.current?.scrollToRow(40_000, "start"));
  nextFrame();
  for (let steps = 0; steps < 150; steps++) scrollTo(grid, grid.scrollTop - 10_000);
  expect(rendered()[0]).toBe(0);
  expect(drawnAt(grid, 0)).toBe(0);
});

test("a list that becomes shorter stays within its rows", () => {
  const { grid, update } = mount({ rowCount: 10_000_000 });
  act(() => grid.focus());
  press(grid, "End");
  update({ rowCount: 20 });
  nextFrame();
  expect(rendered().length).toBeGreaterThan(0);
  expect(rendered().filter((index) => index >= 20)).toEqual([]);
  expect(grid.getAttribute("aria-rowcount")).toBe("20");
  update({ rowCount: 0, empty: "No entries match your selection" });
  expect(rendered()).toEqual([]);
  expect(screen.getByRole("gridcell").textContent).toBe("No entries match your selection");
});

test.each([1000, 10_000_000])(
  "%i replaced rows scroll to their given position once, and keep the fraction that was cut off",
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

test("changes of the visible range are reported, and nothing else", () => {
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

test("rows that shrink at the top are reported as the first ones", () => {
  const onPlace = vi.fn();
  const { grid, update } = mount({ onPlace, rowHeight: 56 });
  resize(340);
  scrollTo(grid, 200);
  scrollTo(grid, 50);
  scrollTo(grid, 0);
  update({ onPlace, rowHeight: ROW });
  nextFrame();
  expect(onPlace.mock.lastCall?.[0].firstVisible).toBe(0);
});

/** The scroller rests; its later own scrolling is reported. */
function rest() {
  act(() => void vi.advanceTimersByTime(150));
  nextFrame();
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["whose rows become lower", { rowHeight: 56 }, { rowHeight: ROW }],
  ["that becomes shorter", { rowCount: 350_000 }, { rowCount: 300_000 }],
])("from the end of a scaled list %s scrolls up and stays", (_what, first, then) => {
  const all = { rowCount: 300_000, ...first };
  const { grid, update } = mount(all);
  act(() => grid.focus());
  press(grid, "End");
  update({ ...all, ...then });
  nextFrame();
  expect(drawnAt(grid, 299_999)).toBe(HEIGHT - ROW);
  scrollTo(grid, grid.scrollTop - 100);
  rest();
  expect(drawnAt(grid, 299_999)).toBe(HEIGHT - ROW + 100);
});

test("an idle scaled list realigns its scrollbar without moving rows", () => {
  const { grid, handle } = mount({ rowCount: 10_000_000 });
  act(() => handle.current?.scrollToRow(5_000_000, "start"));
  nextFrame();
  for (let steps = 0; steps < 10; steps++) scrollTo(grid, grid.scrollTop + 10_000);
  const scrolled = grid.scrollTop;
  const [first = 0] = rendered();
  const at = drawnAt(grid, first);
  rest();
  expect(Math.abs(grid.scrollTop - scrolled)).toBeGreaterThan(10_000);
  expect(drawnAt(grid, first)).toBe(at);
});

test("a list that becomes higher shows more rows, and reports how many fit", () => {
  const onPlace = vi.fn();
  mount({ onPlace, overscan: 0 });
  expect(rendered()).toHaveLength(10);
  resize(2 * HEIGHT);
  expect(rendered()).toHaveLength(20);
  expect(onPlace.mock.lastCall?.[0].pageSize).toBe(20);
});

test("an unmounted list leaves no pending timer", () => {
  const { grid, unmount } = mount();
  scrollTo(grid, 100);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

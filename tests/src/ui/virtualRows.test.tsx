// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef, useCallback, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { VirtualRows } from "#src/ui/virtual-rows/VirtualRows.tsx";
import type { VirtualRowsHandle, VirtualRowsProps } from "#src/ui/virtual-rows/VirtualRows.tsx";

const HEIGHT = 360;
const ROW = 36;

const moved = new Set<Element>();

// happy-dom has no layout: the viewport is ten rows high, and the scroller stops at its end.
beforeEach(() => {
  const tops = new WeakMap<Element, number>();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
  vi.spyOn(Element.prototype, "scrollTop", "get").mockImplementation(function (this: Element) {
    return tops.get(this) ?? 0;
  });
  vi.spyOn(Element.prototype, "scrollTop", "set").mockImplementation(function (
    this: Element,
    top: number,
  ) {
    const rows = this.querySelector<HTMLElement>("[role=rowgroup]:last-child");
    const end = Number.parseFloat(rows?.style.height ?? "0") - HEIGHT;
    tops.set(this, Math.max(0, Math.min(top, end)));
    moved.add(this);
  });
});
afterEach(() => {
  cleanup();
  moved.clear();
  vi.restoreAllMocks();
});

/** Browsers send scroll events before the next frame; a list may scroll again in answer. */
function nextFrame() {
  while (moved.size > 0) {
    const elements = [...moved];
    moved.clear();
    act(() => {
      for (const element of elements) element.dispatchEvent(new Event("scroll"));
    });
  }
}

/** Scrolls as a wheel or a scrollbar does. */
function scrollTo(grid: Element, top: number) {
  grid.scrollTop = top;
  nextFrame();
}

const cell = (index: number) => <div role="gridcell">Row {index}</div>;

function mount(props: Partial<VirtualRowsProps> = {}) {
  const handle = createRef<VirtualRowsHandle>();
  const all: VirtualRowsProps = {
    ariaLabel: "Rows",
    rowCount: 1000,
    renderRow: cell,
    ref: handle,
    ...props,
  };
  const view = render(<VirtualRows {...all} />);
  const grid = screen.getByRole(all.role ?? "grid", { name: "Rows" });
  return {
    grid,
    handle,
    update: (next: Partial<VirtualRowsProps>) => view.rerender(<VirtualRows {...all} {...next} />),
  };
}

function rendered(): number[] {
  return [...document.querySelectorAll("[data-row]")].map((row) =>
    Number(row.getAttribute("data-row")),
  );
}

/** Where a row is drawn, in pixels below the top of the viewport. */
function drawnAt(grid: Element, index: number): number {
  const row = document.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (!row) throw new Error(`row ${index} is not rendered`);
  return Number.parseFloat(row.style.top) - grid.scrollTop;
}

function activeRow(grid: Element): string | undefined {
  return (
    document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.textContent ??
    undefined
  );
}

const press = (grid: Element, ...keys: string[]) => {
  for (const key of keys) {
    fireEvent.keyDown(grid, { key });
    nextFrame();
  }
};

test("only the rows in view and the overscan exist, and the window is reported", () => {
  const onWindow = vi.fn();
  const { grid } = mount({ onWindow, overscan: 4 });
  expect(rendered()[0]).toBe(0);
  expect(rendered().length).toBeLessThanOrEqual(16);
  expect(onWindow).toHaveBeenLastCalledWith(0, rendered().length);

  scrollTo(grid, 100 * ROW);
  expect(rendered()[0]).toBe(96);
  expect(onWindow.mock.lastCall?.[0]).toBe(96);
  expect(onWindow.mock.lastCall?.[1]).toBe((rendered().at(-1) ?? 0) + 1);
  expect(grid.getAttribute("aria-rowcount")).toBe("1000");
  expect(document.querySelector('[data-row="96"]')?.getAttribute("aria-rowindex")).toBe("97");
});

test("a window is reported once, not at every render", () => {
  const onWindow = vi.fn();
  const { update } = mount({ onWindow });
  const calls = onWindow.mock.calls.length;
  update({ onWindow, busy: true });
  expect(onWindow.mock.calls.length).toBe(calls);
});

test("a row is drawn again when its content is another object, and no other row is", () => {
  const contents = Array.from({ length: 20 }, (_, at) => ({ text: `Row ${at}` }));
  const renderRow = vi.fn((_index: number, content: object | null) => (
    <div role="gridcell">{(content as { text: string }).text}</div>
  ));
  const contentOf = (index: number) => contents[index] ?? null;
  const { update } = mount({ rowCount: 20, renderRow, contentOf });
  renderRow.mockClear();
  contents[3] = { text: "Another" };
  update({ rowCount: 20, renderRow, contentOf: (index) => contents[index] ?? null });
  expect(renderRow.mock.calls.map(([index]) => index)).toEqual([3]);
  expect(screen.getByText("Another")).toBeDefined();
});

test("the header counts as the first row", () => {
  const { grid } = mount({ header: <div role="columnheader">Entitlement</div> });
  expect(grid.getAttribute("aria-rowcount")).toBe("1001");
  expect(document.querySelector('[data-row="0"]')?.getAttribute("aria-rowindex")).toBe("2");
});

test("arrows, Page keys, Home and End move the active row and keep it in view", () => {
  const { grid } = mount();
  act(() => grid.focus());
  expect(activeRow(grid)).toBe("Row 0");
  press(grid, "ArrowDown", "ArrowDown", "ArrowUp");
  expect(activeRow(grid)).toBe("Row 1");
  press(grid, "PageDown");
  expect(activeRow(grid)).toBe("Row 10");
  expect(drawnAt(grid, 10)).toBe(HEIGHT - ROW);
  press(grid, "End");
  expect(activeRow(grid)).toBe("Row 999");
  press(grid, "ArrowDown");
  expect(activeRow(grid)).toBe("Row 999");
  press(grid, "PageUp");
  expect(activeRow(grid)).toBe("Row 990");
  press(grid, "Home", "ArrowUp");
  expect(activeRow(grid)).toBe("Row 0");
  expect(grid.scrollTop).toBe(0);
});

test("Space toggles, Right expands, Left collapses, Enter opens the active row", () => {
  const calls: string[] = [];
  const note = (name: string) => (index: number) => calls.push(`${name} ${index}`);
  const { grid } = mount({
    role: "treegrid",
    onToggle: note("toggle"),
    onExpand: note("expand"),
    onCollapse: note("collapse"),
    onOpen: note("open"),
  });
  act(() => grid.focus());
  press(grid, "ArrowDown", " ", "ArrowRight", "ArrowLeft", "Enter");
  expect(calls).toEqual(["toggle 1", "expand 1", "collapse 1", "open 1"]);
});

test("keys with modifiers and keys of a field inside stay with the browser", () => {
  const onToggle = vi.fn();
  const { grid } = mount({
    onToggle,
    renderRow: (index) => (
      <div role="gridcell">
        <input aria-label={`Note ${index}`} />
      </div>
    ),
  });
  act(() => grid.focus());
  expect(fireEvent.keyDown(grid, { key: "ArrowDown", altKey: true })).toBe(true);
  expect(fireEvent.keyDown(screen.getByLabelText("Note 1"), { key: " " })).toBe(true);
  expect(onToggle).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(grid, { key: " " })).toBe(false);
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(0);
});

test("focus stays on the list when its active row leaves the window and comes back", () => {
  const { grid } = mount();
  act(() => grid.focus());
  press(grid, "ArrowDown");
  scrollTo(grid, 500 * ROW);
  expect(rendered()).not.toContain(1);
  expect(document.activeElement).toBe(grid);
  expect(grid.hasAttribute("aria-activedescendant")).toBe(false);
  press(grid, "ArrowDown");
  expect(activeRow(grid)).toBe("Row 2");
  expect(document.activeElement).toBe(grid);
});

test("a checkbox of a row works by mouse and gives the focus back to the list", () => {
  function Host() {
    const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
    const renderRow = useCallback(
      (index: number) => (
        <div role="gridcell">
          <Checkbox
            tabIndex={-1}
            checked={ticked.has(index)}
            onChange={() => setTicked(new Set([...ticked, index]))}
            label={`Tick ${index}`}
            hideLabel
          />
        </div>
      ),
      [ticked],
    );
    return <VirtualRows ariaLabel="Rows" rowCount={50} renderRow={renderRow} />;
  }
  render(<Host />);
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Tick 3" });
  fireEvent.mouseDown(box);
  act(() => box.focus());
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  const grid = screen.getByRole("grid");
  expect(document.activeElement).toBe(grid);
  expect(grid.getAttribute("aria-activedescendant")).toBe(box.closest("[data-row]")?.id);
});

test("rows say level, expanded and selected", () => {
  mount({
    role: "treegrid",
    rowTraits: (index) =>
      index === 0 ? { level: 1, expanded: true } : { level: 2, selected: index === 1 },
  });
  const row = (index: number) => document.querySelector(`[data-row="${index}"]`);
  expect(row(0)?.getAttribute("aria-expanded")).toBe("true");
  expect(row(0)?.hasAttribute("aria-selected")).toBe(false);
  expect(row(1)?.getAttribute("aria-selected")).toBe("true");
  expect(row(2)?.getAttribute("aria-selected")).toBe("false");
  expect(row(2)?.getAttribute("aria-level")).toBe("2");
});

test("the sticky row is told which row is first in view", () => {
  const { grid } = mount({ renderSticky: (first) => <b>Group of {first}</b> });
  expect(screen.getByText("Group of 0")).toBeTruthy();
  scrollTo(grid, 77 * ROW + 5);
  expect(screen.getByText("Group of 77")).toBeTruthy();
});

test("a row that starts a group pushes the sticky row up", () => {
  const { grid } = mount({
    renderSticky: () => <b>Group</b>,
    startsGroup: (index) => index % 10 === 0,
  });
  const shift = () => screen.getByText("Group").parentElement?.style.transform;
  scrollTo(grid, 8 * ROW + 20);
  expect(shift()).toBe("");
  scrollTo(grid, 9 * ROW + 20);
  expect(shift()).toBe("translateY(-20px)");
});

test("the sticky row does not lie over the very row that it copies", () => {
  const { grid } = mount({
    renderSticky: () => <b>Group</b>,
    startsGroup: (index) => index % 10 === 0,
  });
  const sticky = screen.getByText("Group").parentElement;
  expect(sticky?.style.visibility).toBe("hidden");
  scrollTo(grid, 10);
  expect(sticky?.style.visibility).toBe("");
});

test("the active row is never left under the sticky row", () => {
  const { grid } = mount({ renderSticky: () => <b>Group</b> });
  act(() => grid.focus());
  press(grid, "End", "PageUp", "PageUp");
  const active = Number(activeRow(grid)?.split(" ")[1]);
  expect(drawnAt(grid, active)).toBeGreaterThanOrEqual(ROW);
});

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

test("letters are told as text, a space at first ticks", () => {
  const onType = vi.fn();
  const onToggle = vi.fn();
  const { grid } = mount({ onType, onToggle });
  act(() => grid.focus());
  press(grid, " ", "r", "o");
  expect(onToggle).toHaveBeenCalledOnce();
  expect(onType.mock.calls).toEqual([["r"], ["ro"]]);
});

// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRef, useCallback, useState } from "react";
import { expect, test, vi } from "vitest";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { VirtualRows, type VirtualRowsHandle } from "#src/ui/virtual-rows/VirtualRows.tsx";
import {
  activeRow,
  drawnAt,
  HEIGHT,
  layOutRows,
  mount,
  press,
  rendered,
  ROW,
  scrollTo,
} from "../support/rowList.tsx";

layOutRows();

test("only the visible rows and the overscan are rendered, and the window is reported", () => {
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

test("distant rows reuse the elements, and all are rendered again", () => {
  const { grid } = mount({
    contentOf: (index) => ({ index }),
    rowTraits: (index) => ({ selected: index === 500 }),
  });
  const elements = () => [...document.querySelectorAll("[data-row]")];
  const before = elements();
  scrollTo(grid, 500 * ROW);
  const after = elements();
  expect(before.filter((element) => after.includes(element)).length).toBe(before.length);
  expect(after.map((element) => element.textContent)).toEqual(
    rendered().map((index) => `Row ${index}`),
  );
  const selected = after.filter((element) => element.getAttribute("aria-selected") === "true");
  expect(selected.map((element) => element.textContent)).toEqual(["Row 500"]);
  expect(rendered()).toEqual(rendered().toSorted((one, other) => one - other));
});

test("a window is reported once, not on every render", () => {
  const onWindow = vi.fn();
  const { update } = mount({ onWindow });
  const calls = onWindow.mock.calls.length;
  update({ onWindow, busy: true });
  expect(onWindow.mock.calls.length).toBe(calls);
});

test("only rows whose content is another object are rendered again", () => {
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

test("a pressed row is reported, even if it is already active, but not a row that its owner made active", () => {
  const onActive = vi.fn();
  const handle = createRef<VirtualRowsHandle>();
  const { grid } = mount({ onActive, ref: handle });
  act(() => handle.current?.setActive(3));
  expect(activeRow(grid)).toBe("Row 3");
  expect(onActive).not.toHaveBeenCalled();
  fireEvent.mouseDown(screen.getByText("Row 3"));
  fireEvent.mouseDown(screen.getByText("Row 5"));
  act(() => grid.focus());
  press(grid, "ArrowDown");
  expect(onActive.mock.calls).toEqual([[3], [5], [6]]);
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

test("keys with modifiers and keys of a field inside are left to the browser", () => {
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
  expect(onToggle).toHaveBeenCalledExactlyOnceWith(0, false);
});

test("focus stays on the list when its active row leaves the window and returns", () => {
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

test("a row's checkbox works by mouse and returns the focus to the list", () => {
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

test("rows expose level, expanded and selected", () => {
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

test("the sticky row receives the first visible row", () => {
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

test("the sticky row does not cover the row that it copies", () => {
  const { grid } = mount({
    renderSticky: () => <b>Group</b>,
    startsGroup: (index) => index % 10 === 0,
  });
  const sticky = screen.getByText("Group").parentElement;
  expect(sticky?.style.visibility).toBe("hidden");
  scrollTo(grid, 10);
  expect(sticky?.style.visibility).toBe("");
});

test("the active row never ends up below the sticky row", () => {
  const { grid } = mount({ renderSticky: () => <b>Group</b> });
  act(() => grid.focus());
  press(grid, "End", "PageUp", "PageUp");
  const active = Number(activeRow(grid)?.split(" ")[1]);
  expect(drawnAt(grid, active)).toBeGreaterThanOrEqual(ROW);
});

test("letters are reported as type-ahead text, and a leading space selects", () => {
  const onType = vi.fn();
  const onToggle = vi.fn();
  const { grid } = mount({ onType, onToggle });
  act(() => grid.focus());
  press(grid, " ", "r", "o");
  expect(onToggle).toHaveBeenCalledOnce();
  expect(onType.mock.calls).toEqual([["r"], ["ro"]]);
});

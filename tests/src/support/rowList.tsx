/** A virtual list as tests drive it: mounted, scrolled and navigated by keys. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { VirtualRows } from "#src/ui/virtual-rows/VirtualRows.tsx";
import type { VirtualRowsHandle, VirtualRowsProps } from "#src/ui/virtual-rows/VirtualRows.tsx";

export const HEIGHT = 360;
export const ROW = 36;

const moved = new Set<Element>();
const observers = new Set<ResizeObserver & { readonly tell: ResizeObserverCallback }>();
let height = HEIGHT;

/** Sets the viewport height in pixels. */
export function resize(to: number) {
  height = to;
  act(() => {
    for (const observer of observers) observer.tell([], observer);
  });
}

/**
 * Call it once per file: happy-dom has no layout, so the viewport is ten rows high, and the scroller stops at its end.
 */
export function layOutRows(): void {
  beforeEach(() => {
    const tops = new WeakMap<Element, number>();
    height = HEIGHT;
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => height);
    vi.spyOn(window, "ResizeObserver").mockImplementation(
      class implements ResizeObserver {
        readonly tell: ResizeObserverCallback;
        constructor(tell: ResizeObserverCallback) {
          this.tell = tell;
        }
        observe = () => void observers.add(this);
        unobserve = () => void observers.delete(this);
        disconnect = () => void observers.delete(this);
      },
    );
    vi.spyOn(Element.prototype, "scrollTop", "get").mockImplementation(function (this: Element) {
      return tops.get(this) ?? 0;
    });
    vi.spyOn(Element.prototype, "scrollTop", "set").mockImplementation(function (
      this: Element,
      top: number,
    ) {
      const rows = this.querySelector<HTMLElement>("[role=rowgroup]:last-child");
      const end = Number.parseFloat(rows?.style.height ?? "0") - height;
      const reached = Math.max(0, Math.min(top, end));
      if (reached !== (tops.get(this) ?? 0)) moved.add(this);
      tops.set(this, reached);
    });
  });
  afterEach(() => {
    cleanup();
    moved.clear();
    observers.clear();
    vi.restoreAllMocks();
  });
}

/** Browsers send scroll events before the next frame; a list may scroll again in response. */
export function nextFrame() {
  while (moved.size > 0) {
    const elements = [...moved];
    moved.clear();
    act(() => {
      for (const element of elements) element.dispatchEvent(new Event("scroll"));
    });
  }
}

/** Scrolls like a wheel or a scrollbar. */
export function scrollTo(grid: Element, top: number) {
  grid.scrollTop = top;
  nextFrame();
}

export const cell = (index: number) => <div role="gridcell">Row {index}</div>;

export function mount(props: Partial<VirtualRowsProps> = {}) {
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
    unmount: view.unmount,
    update: (next: Partial<VirtualRowsProps>) => view.rerender(<VirtualRows {...all} {...next} />),
  };
}

export function rendered(): number[] {
  return [...document.querySelectorAll("[data-row]")].map((row) =>
    Number(row.getAttribute("data-row")),
  );
}

/** Where a row is rendered, in pixels below the top of the viewport. */
export function drawnAt(grid: Element, index: number): number {
  const row = document.querySelector<HTMLElement>(`[data-row="${index}"]`);
  if (!row) throw new Error(`row ${index} is not rendered`);
  const [, top = ""] = /^translateY\((.+)px\)$/.exec(row.style.transform) ?? [];
  return Number.parseFloat(top) - grid.scrollTop;
}

export function activeRow(grid: Element): string | undefined {
  return (
    document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.textContent ??
    undefined
  );
}

export const press = (grid: Element, ...keys: string[]) => {
  for (const key of keys) {
    fireEvent.keyDown(grid, { key });
    nextFrame();
  }
};

import { useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import {
  isScaled,
  jumpDistance,
  scrollSpace,
  shiftAtSlot,
  slotAtRow,
  slotsAround,
  slotsInView,
} from "./scrollSpace.ts";
import { UNMEASURED, useScroller } from "./useScroller.ts";

export type RowAlign = "auto" | "start" | "center" | "end";

export type WindowedRow = { index: number; top: number };

export type RowWindow = {
  /** The rows to render, with overscan, and their offsets in the content. */
  rows: readonly WindowedRow[];
  /** The row at the top edge of the viewport. */
  firstVisible: number;
  /** Height of the scrolled content. */
  contentHeight: number;
  /** Number of fully visible rows. */
  pageSize: number;
  scrollToRow: (index: number, align?: RowAlign) => void;
  /** Scrolls a row to the top edge with the current partial offset; the first row completely. */
  putFirst: (index: number) => void;
  /** The scroller's last reported position in pixels, because reading it from the element forces layout. */
  lastOffset: () => number;
};

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  overscan: number;
  /** Covered height at the top of the viewport: header and sticky row. */
  coveredTop: number;
  /** Height of the header, which is part of the viewport. */
  headerHeight: number;
  onOffset: (offset: number) => void;
};

/**
 * The row window of a scroller; see scrollSpace.ts for slots and shift. It is computed from the uniform row height: a
 * virtualizer of measured rows lays out all of them when their number changes, 20 ms for 220,000.
 */
export function useRowWindow(options: Options): RowWindow {
  const { scroller, rowCount, rowHeight, overscan, coveredTop, headerHeight, onOffset } = options;
  const space = scrollSpace(rowCount, rowHeight);
  const scaled = isScaled(space);
  /** Set with the scroll event that brings the rows to it, and rendered immediately. */
  const shift = useRef(0);
  const pending = useRef<{ offset: number; shift: number } | null>(null);
  const [drawn, setDrawn] = useState({ ...UNMEASURED, shift: 0 });
  const seen = useScroller(scroller, follow, redraw);

  function pageHeight() {
    return seen.current.height - headerHeight;
  }

  function redraw() {
    setDrawn({ ...seen.current, shift: shift.current });
  }

  function follow(before: number, scrolling: boolean) {
    onOffset(seen.current.offset);
    track(before, scrolling);
    const { offset, height } = seen.current;
    const now = slotsInView(offset, height, rowHeight);
    const old = slotsInView(drawn.offset, drawn.height, rowHeight);
    const isDrawn = now.first === old.first && now.last === old.last;
    // In the same frame as the scroll, because new rows would otherwise be blank.
    if (!isDrawn || shift.current !== drawn.shift) flushSync(redraw);
  }

  function track(before: number, scrolling: boolean) {
    const { offset } = seen.current;
    if (!scaled) {
      shift.current = 0;
      pending.current = null;
      return;
    }
    const wanted = pending.current;
    if (wanted && Math.abs(wanted.offset - offset) < 1) {
      shift.current = wanted.shift;
      pending.current = null;
      return;
    }
    const page = pageHeight();
    if (Math.abs(offset - before) > jumpDistance(page)) {
      pending.current = null;
      shift.current = shiftAtSlot(space, offset / rowHeight);
      return;
    }
    const end = space.slotCount * rowHeight - page;
    const stuck =
      (offset <= 0 && shift.current > 0) ||
      (offset >= end - 1 && shift.current < rowCount - space.slotCount);
    if (!scrolling || stuck) settle(offset);
  }

  /** Realigns the scrollbar with the shown rows without moving them. */
  function settle(offset: number) {
    const slot = offset / rowHeight;
    const target = slotAtRow(space, slot + shift.current);
    const delta = Math.round(target - slot);
    const nearEnd = target <= space.edge || target >= space.slotCount - space.edge;
    if (delta === 0 || (!nearEnd && Math.abs(delta) < space.slotCount / 400)) return;
    moveTo(offset + delta * rowHeight, shift.current - delta);
  }

  /** Moves the scroller; the shift follows with the scroll event, so that no wrong row is rendered. */
  function moveTo(offset: number, nextShift: number) {
    const now = pending.current?.offset ?? seen.current.offset;
    if (Math.abs(offset - now) < 0.5) {
      if (pending.current) {
        pending.current = { offset: now, shift: nextShift };
      } else if (shift.current !== nextShift) {
        shift.current = nextShift;
        redraw();
      }
      return;
    }
    pending.current = { offset, shift: nextShift };
    scroller.current?.scrollTo({ top: offset, behavior: "instant" });
  }

  /** Scrolls a row (fractional) to the top edge. */
  function goTo(wanted: number) {
    // A scroller that is already at its end emits no scroll event.
    const row = Math.max(0, Math.min(wanted, rowCount - pageHeight() / rowHeight));
    const nextShift = scaled ? shiftAtSlot(space, slotAtRow(space, row)) : 0;
    moveTo((row - nextShift) * rowHeight, nextShift);
  }

  // The list's length or row height changed: the same rows stay visible if they still exist.
  const laidOut = useRef({ space, rowHeight });
  useLayoutEffect(() => {
    const old = laidOut.current;
    laidOut.current = { space, rowHeight };
    const sameHeight = old.rowHeight === rowHeight;
    if (
      sameHeight &&
      old.space.rowCount === space.rowCount &&
      old.space.slotCount === space.slotCount
    )
      return;
    if (sameHeight && !isScaled(old.space) && !scaled) return;
    // The last rendering may have been offset from the scroller by part of a row.
    if (!sameHeight) redraw();
    goTo(seen.current.offset / old.rowHeight + shift.current);
  });

  const inView = slotsInView(drawn.offset, drawn.height, rowHeight);
  const drawnShift = scaled ? Math.min(drawn.shift, rowCount - space.slotCount) : 0;
  const rows = slotsAround(inView, overscan, space.slotCount).map((slot) => ({
    index: slot + drawnShift,
    top: slot * rowHeight,
  }));

  const scrollToRow = (index: number, align: RowAlign = "auto") => {
    const page = pageHeight();
    const covered = coveredTop - headerHeight;
    const top = seen.current.offset + shift.current * rowHeight;
    const rowTop = index * rowHeight;
    const above = rowTop - covered;
    const below = rowTop + rowHeight - page;
    let target = top;
    if (align === "start") target = above;
    else if (align === "end") target = below;
    else if (align === "center") target = rowTop - (page - rowHeight) / 2;
    else if (above < top) target = above;
    else if (below > top) target = below;
    target = Math.max(0, Math.min(target, rowCount * rowHeight - page));
    if (target === top) return;
    const near = seen.current.offset + target - top;
    const end = space.slotCount * rowHeight - page;
    if (!scaled || (near >= 0 && near <= end && Math.abs(target - top) <= jumpDistance(page))) {
      moveTo(near, shift.current);
      return;
    }
    goTo(target / rowHeight);
  };

  const putFirst = (index: number) => {
    const within = index === 0 ? 0 : (seen.current.offset % rowHeight) / rowHeight;
    goTo(index + within);
  };

  return {
    rows,
    putFirst,
    lastOffset: () => seen.current.offset,
    firstVisible: Math.min(Math.max(0, rowCount - 1), Math.max(0, inView.first + drawnShift)),
    contentHeight: space.slotCount * rowHeight,
    pageSize: Math.max(1, Math.floor((drawn.height - coveredTop) / rowHeight)),
    scrollToRow,
  };
}

import { observeElementOffset, useVirtualizer } from "@tanstack/react-virtual";
import type { Rect, Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useReducer, useRef } from "react";
import type { RefObject } from "react";
import { observeHeight } from "../observeHeight.ts";
import {
  isScaled,
  jumpDistance,
  scrollSpace,
  shiftAtSlot,
  slotAtRow,
  slotCapacity,
  slotsAround,
  type SlotRange,
} from "./scrollSpace.ts";

export type RowAlign = "auto" | "start" | "center" | "end";

export type WindowedRow = { index: number; top: number };

export type RowWindow = {
  /** The rows to render, overscan included, with their offsets in the content. */
  rows: readonly WindowedRow[];
  /** The row at the top edge of the viewport. */
  firstVisible: number;
  /** Height of the scrolled content. */
  contentHeight: number;
  /** Whole rows that fit into the viewport. */
  pageSize: number;
  scrollToRow: (index: number, align?: RowAlign) => void;
  /** Puts a row at the top edge, as far above it as the one that is there now; the first row in full. */
  putFirst: (index: number) => void;
  /** Where the scroller stood when it last said so, in pixels: asking the element would lay the page out. */
  lastOffset: () => number;
};

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rowCount: number;
  rowHeight: number;
  overscan: number;
  /** Height at the top of the viewport that is covered: header and sticky row. */
  coveredTop: number;
  /** Height of the header, which takes part of the viewport. */
  headerHeight: number;
  onOffset: (offset: number) => void;
};

/** A container without a size (hidden, or a document without layout) shows this many pixels. */
const UNMEASURED_HEIGHT = 600;
const observeRect = observeHeight(UNMEASURED_HEIGHT);

/** The window of rows of a scroller; see scrollSpace.ts for slots and shift. */
export function useRowWindow(options: Options): RowWindow {
  const { scroller, rowCount, rowHeight, overscan, coveredTop, headerHeight } = options;
  const space = scrollSpace(rowCount, rowHeight);
  const scaled = isScaled(space);
  const shift = useRef(0);
  const lastOffset = useRef(0);
  const pending = useRef<{ offset: number; shift: number } | null>(null);
  const redraw = useReducer((count: number) => count + 1, 0)[1];
  const latest = useRef({ options, space });
  latest.current = { options, space };
  /** Read when its size changed and not when it is needed, as reading may lay the page out. */
  const clientHeight = useRef(UNMEASURED_HEIGHT);

  const viewport = () => clientHeight.current - latest.current.options.headerHeight;

  /** Moves the scroller; the shift follows with the scroll event, so that no wrong row is drawn. */
  const moveTo = (offset: number, nextShift: number) => {
    const element = scroller.current;
    if (!element) return;
    const now = pending.current?.offset ?? lastOffset.current;
    if (Math.abs(offset - now) < 0.5) {
      if (shift.current !== nextShift) {
        shift.current = nextShift;
        redraw();
      }
      return;
    }
    pending.current = { offset, shift: nextShift };
    element.scrollTop = offset;
  };

  /** Brings the scrollbar back to where the shown rows belong, without moving what is seen. */
  const settle = (offset: number) => {
    const { rowHeight: height } = latest.current.options;
    const now = latest.current.space;
    const slot = offset / height;
    const row = slot + shift.current;
    const target = slotAtRow(now, row);
    const delta = Math.round(target - slot);
    const nearEnd = target <= now.edge || target >= now.slotCount - now.edge;
    if (delta === 0 || (!nearEnd && Math.abs(delta) < now.slotCount / 400)) return;
    moveTo(offset + delta * height, shift.current - delta);
  };

  const track = (offset: number, scrolling: boolean) => {
    const now = latest.current.space;
    latest.current.options.onOffset(offset);
    const moved = Math.abs(offset - lastOffset.current);
    lastOffset.current = offset;
    if (!isScaled(now)) {
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
    if (moved > jumpDistance(viewport())) {
      pending.current = null;
      shift.current = shiftAtSlot(now, offset / latest.current.options.rowHeight);
      return;
    }
    const end = now.slotCount * latest.current.options.rowHeight - viewport();
    const stuck =
      (offset <= 0 && shift.current > 0) ||
      (offset >= end - 1 && shift.current < now.rowCount - now.slotCount);
    if (!scrolling || stuck) settle(offset);
  };
  const trackLatest = useRef(track);
  trackLatest.current = track;

  const observeOffset = useCallback(
    (
      instance: Virtualizer<HTMLDivElement, Element>,
      notify: (offset: number, isScrolling: boolean) => void,
    ) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        trackLatest.current(offset, isScrolling);
        notify(offset, isScrolling);
      }),
    [],
  );
  const observeSize = useCallback(
    (instance: Virtualizer<HTMLDivElement, Element>, notify: (rect: Rect) => void) =>
      observeRect(instance, (rect) => {
        clientHeight.current = instance.scrollElement?.clientHeight || UNMEASURED_HEIGHT;
        notify(rect);
      }),
    [],
  );
  const { slotCount } = space;
  // Never less than it was: it lays out all of its items anew whenever their number changes.
  const capacity = useRef(0);
  capacity.current = Math.max(capacity.current, slotCapacity(slotCount));
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: capacity.current,
    rangeExtractor: useCallback((range: SlotRange) => slotsAround(range, slotCount), [slotCount]),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    initialRect: { width: 0, height: UNMEASURED_HEIGHT },
    observeElementRect: observeSize,
    observeElementOffset: observeOffset,
  });

  /** Goes to where a row (fractional) is at the top edge. */
  const goTo = (row: number) => {
    const nextShift = scaled ? shiftAtSlot(space, slotAtRow(space, row)) : 0;
    moveTo((row - nextShift) * rowHeight, nextShift);
  };

  // The list became longer or shorter, or its rows taller: the same rows stay in view, if they still exist.
  const before = useRef({ space, rowHeight });
  useLayoutEffect(() => {
    const old = before.current;
    before.current = { space, rowHeight };
    const sameHeight = old.rowHeight === rowHeight;
    if (
      sameHeight &&
      old.space.rowCount === space.rowCount &&
      old.space.slotCount === space.slotCount
    )
      return;
    if (!sameHeight) virtualizer.measure();
    if (sameHeight && !isScaled(old.space) && !scaled) return;
    goTo(Math.min(lastOffset.current / old.rowHeight + shift.current, rowCount));
  });

  const offset = virtualizer.scrollOffset ?? 0;
  const drawnShift = scaled ? Math.min(shift.current, rowCount - space.slotCount) : 0;
  const rows = virtualizer
    .getVirtualItems()
    .map(({ index }) => ({ index: index + drawnShift, top: index * rowHeight }));

  const scrollToRow = (index: number, align: RowAlign = "auto") => {
    const height = viewport();
    const covered = coveredTop - headerHeight;
    const top = lastOffset.current + shift.current * rowHeight;
    const rowTop = index * rowHeight;
    const above = rowTop - covered;
    const below = rowTop + rowHeight - height;
    let target = top;
    if (align === "start") target = above;
    else if (align === "end") target = below;
    else if (align === "center") target = rowTop - (height - rowHeight) / 2;
    else if (above < top) target = above;
    else if (below > top) target = below;
    target = Math.max(0, Math.min(target, rowCount * rowHeight - height));
    if (target === top) return;
    const near = lastOffset.current + target - top;
    const end = space.slotCount * rowHeight - height;
    if (!scaled || (near >= 0 && near <= end && Math.abs(target - top) <= jumpDistance(height))) {
      moveTo(near, shift.current);
      return;
    }
    const nextShift = shiftAtSlot(space, slotAtRow(space, target / rowHeight));
    moveTo(target - nextShift * rowHeight, nextShift);
  };

  const putFirst = (index: number) => {
    const within = index === 0 ? 0 : (lastOffset.current % rowHeight) / rowHeight;
    goTo(index + within);
  };

  return {
    rows,
    putFirst,
    lastOffset: () => lastOffset.current,
    firstVisible: Math.min(
      Math.max(0, rowCount - 1),
      Math.max(0, Math.floor(offset / rowHeight) + drawnShift),
    ),
    contentHeight: space.slotCount * rowHeight,
    pageSize: Math.max(1, Math.floor((viewport() - (coveredTop - headerHeight)) / rowHeight)),
    scrollToRow,
  };
}

/*
 * Browsers cap the height of an element (Chromium at 33,554,432 px, others lower), so a long list scrolls in fewer
 * slots than it has rows. Row = slot + shift, with a whole shift: the screen moves pixel by pixel with the scroller,
 * and only a jump or a rest changes the shift. The first and the last eighth of the slots map one to one, so both ends
 * are reached exactly.
 */

/** Maximum height of the scrolled content, in CSS pixels. */
export const MAX_SCROLL_HEIGHT = 8_000_000;

export type ScrollSpace = {
  rowCount: number;
  slotCount: number;
  /** Slots at each end whose rows map one to one. */
  edge: number;
};

/** `rowHeight` in CSS pixels. */
export function scrollSpace(rowCount: number, rowHeight: number): ScrollSpace {
  const slotCount = Math.min(rowCount, Math.floor(MAX_SCROLL_HEIGHT / rowHeight));
  return { rowCount, slotCount, edge: Math.floor(slotCount / 8) };
}

type SlotRange = {
  /**
   * The first and the last visible slot, even if only partly; after the list became shorter they may be past its end.
   */
  first: number;
  last: number;
};

/** All in pixels. */
export function slotsInView(offset: number, height: number, rowHeight: number): SlotRange {
  const first = Math.floor(offset / rowHeight);
  return { first, last: Math.max(first, Math.ceil((offset + height) / rowHeight) - 1) };
}

/** The slots to render: visible ones plus overscan, all within the list. */
export function slotsAround(
  inView: SlotRange,
  overscan: number,
  slotCount: number,
): readonly number[] {
  const last = Math.min(inView.last, slotCount - 1);
  const first = Math.min(inView.first, Math.max(0, last - (inView.last - inView.first)));
  const from = Math.max(0, first - overscan);
  const to = Math.min(slotCount - 1, last + overscan);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

export function isScaled(space: ScrollSpace): boolean {
  return space.slotCount < space.rowCount;
}

/** Rows per slot in the middle part; at least 1. */
function rowsPerSlot({ rowCount, slotCount, edge }: ScrollSpace): number {
  return (rowCount - 2 * edge) / (slotCount - 2 * edge);
}

/** The row (fractional) of a resting scroller at a slot (fractional). Continuous and ascending. */
export function rowAtSlot(space: ScrollSpace, slot: number): number {
  const { rowCount, slotCount, edge } = space;
  if (!isScaled(space) || slot <= edge) return slot;
  if (slot >= slotCount - edge) return rowCount - (slotCount - slot);
  return edge + (slot - edge) * rowsPerSlot(space);
}

/** The inverse of `rowAtSlot`. */
export function slotAtRow(space: ScrollSpace, row: number): number {
  const { rowCount, slotCount, edge } = space;
  if (!isScaled(space) || row <= edge) return row;
  if (row >= rowCount - edge) return slotCount - (rowCount - row);
  return edge + (row - edge) / rowsPerSlot(space);
}

/** The whole number of rows by which a resting scroller is ahead of its slots. */
export function shiftAtSlot(space: ScrollSpace, slot: number): number {
  const shift = Math.round(rowAtSlot(space, slot) - slot);
  return Math.min(space.rowCount - space.slotCount, Math.max(0, shift));
}

/**
 * Larger moves in pixels between two scroll events come from the scrollbar's thumb, smaller ones from wheel, touch and
 * keys: one pixel of the thumb is MAX_SCROLL_HEIGHT / viewport.
 */
export function jumpDistance(viewportHeight: number): number {
  const height = Math.max(1, viewportHeight);
  return Math.max(2 * height, MAX_SCROLL_HEIGHT / height / 2);
}

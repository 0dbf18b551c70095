/** Windows of the builder's table: whole steps around the visible rows, so that scrolling queries rarely. */
const WINDOW_STEP = 64;

/** The window for the rows `start` (included) to `end` (not). */
export function windowAround(start: number, end: number): { start: number; end: number } {
  return {
    start: Math.max(0, Math.floor(start / WINDOW_STEP) - 1) * WINDOW_STEP,
    end: (Math.ceil(end / WINDOW_STEP) + 1) * WINDOW_STEP,
  };
}

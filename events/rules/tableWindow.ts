/** Rows of the builder's table that are asked for at once: whole steps around what is seen, so that scrolling asks rarely. */
const WINDOW_STEP = 64;

/** The window for the rows `start` (included) to `end` (not). */
export function windowAround(start: number, end: number): { start: number; end: number } {
  return {
    start: Math.max(0, Math.floor(start / WINDOW_STEP) - 1) * WINDOW_STEP,
    end: (Math.ceil(end / WINDOW_STEP) + 1) * WINDOW_STEP,
  };
}

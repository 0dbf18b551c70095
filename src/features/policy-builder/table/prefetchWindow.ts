import { windowAround } from "#events/rules/tableWindow.ts";

interface Rows {
  readonly start: number;
  readonly end: number;
}

/** Frames for which rows are to be at hand: an answer of the worker takes two or three. */
const FRAMES = 6;
/** More rows at once take longer to come than to be scrolled through. */
const MOST = 512;
/** Rows between two frames beyond which the table jumps: where to next, nobody knows. */
const JUMP = 512;

/**
 * The window to ask for while a table scrolls.
 *
 * @param seen the rows that it shows.
 * @param moved rows since the frame before; negative upwards.
 * @param held the window that was asked for last.
 * @returns null while that one is wide enough
 */
export function prefetchWindow(seen: Rows, moved: number, held: Rows): Rows | null {
  const ahead = Math.abs(moved) > JUMP ? 0 : Math.min(MOST, Math.abs(moved) * FRAMES);
  const needed = wider(seen, moved, ahead);
  const isHeld = Math.max(0, needed.start) >= held.start && needed.end <= held.end;
  if (isHeld) return null;
  // Twice as far as needed, so that the next question comes some frames later.
  const { start, end } = wider(seen, moved, Math.min(MOST, 2 * ahead));
  return windowAround(Math.max(0, start), end);
}

function wider({ start, end }: Rows, moved: number, ahead: number): Rows {
  return moved < 0 ? { start: start - ahead, end } : { start, end: end + ahead };
}

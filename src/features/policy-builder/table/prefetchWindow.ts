import { windowAround } from "#events/rules/tableWindow.ts";

interface Rows {
  readonly start: number;
  readonly end: number;
}

/** Number of frames to prefetch rows for: an answer takes two or three. */
const FRAMES = 6;
/** Maximum rows to prefetch: loading more takes longer than scrolling past them. */
const MAX_AHEAD = 512;
/** Number of rows between two frames above which a scroll counts as an unpredictable jump. */
const JUMP = 512;

/**
 * The window to request while a table scrolls.
 *
 * @param seen the visible rows.
 * @param moved rows since the previous frame; negative upwards.
 * @param held the last requested window.
 * @returns null while that one is wide enough
 */
export function prefetchWindow(seen: Rows, moved: number, held: Rows): Rows | null {
  const ahead = Math.abs(moved) > JUMP ? 0 : Math.min(MAX_AHEAD, Math.abs(moved) * FRAMES);
  const needed = wider(seen, moved, ahead);
  const isHeld = Math.max(0, needed.start) >= held.start && needed.end <= held.end;
  if (isHeld) return null;
  // Twice as far as needed, so that the next query is some frames away.
  const { start, end } = wider(seen, moved, Math.min(MAX_AHEAD, 2 * ahead));
  return windowAround(Math.max(0, start), end);
}

function wider({ start, end }: Rows, moved: number, ahead: number): Rows {
  return moved < 0 ? { start: start - ahead, end } : { start, end: end + ahead };
}

/** How the labels below bars are drawn. */

/** The width of a character, in pixels. Labels without room for this many characters are drawn at an angle. */
const CHARACTER = 7;
const LEVEL_LENGTH = 12;
const ANGLED_LENGTH = 16;
const VERTICAL_LENGTH = 13;
/** At the right of the bars, for the last label at an angle, in pixels. */
export const ANGLED_PADDING = 64;
/** Labels at an angle overlap if their bars are narrower, in pixels. */
const ANGLED_ROOM = 24;

export interface BarLabels {
  readonly layout: "level" | "angled" | "vertical";
  /** Longer labels are cut. */
  readonly texts: readonly string[];
}

/** @param width the width of all bars, in pixels */
export function barLabels(labels: readonly string[], width: number): BarLabels {
  const room = width / labels.length;
  const longest = Math.min(LEVEL_LENGTH, Math.max(...labels.map(({ length }) => length)));
  const shorten = (length: number) => labels.map((label) => shortened(label, length));
  if (room >= (longest + 1) * CHARACTER) {
    const length = Math.max(LEVEL_LENGTH, Math.floor(room / CHARACTER) - 1);
    return { layout: "level", texts: shorten(length) };
  }
  const isTooNarrow = (width - ANGLED_PADDING) / labels.length < ANGLED_ROOM;
  return isTooNarrow
    ? { layout: "vertical", texts: shorten(VERTICAL_LENGTH) }
    : { layout: "angled", texts: shorten(ANGLED_LENGTH) };
}

function shortened(label: string, length: number): string {
  return label.length > length ? `${label.slice(0, length - 1)}…` : label;
}

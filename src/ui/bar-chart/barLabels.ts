/** How the labels below bars are drawn. */

/** The width of a character, in pixels. Labels without room for this many characters are drawn at an angle. */
const CHARACTER = 7;
const LEVEL_LENGTH = 12;
const ANGLED_LENGTH = 16;

export interface BarLabels {
  readonly isAngled: boolean;
  /** Longer labels are cut. */
  readonly texts: readonly string[];
}

/** @param width the width of all bars, in pixels */
export function barLabels(labels: readonly string[], width: number): BarLabels {
  const room = width / labels.length;
  const longest = Math.min(LEVEL_LENGTH, Math.max(...labels.map(({ length }) => length)));
  const isAngled = room < (longest + 1) * CHARACTER;
  const length = isAngled
    ? ANGLED_LENGTH
    : Math.max(LEVEL_LENGTH, Math.floor(room / CHARACTER) - 1);
  return { isAngled, texts: labels.map((label) => shortened(label, length)) };
}

function shortened(label: string, length: number): string {
  return label.length > length ? `${label.slice(0, length - 1)}…` : label;
}

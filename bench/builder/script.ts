/** The user's steps in the builder case, and the expected table after each. */
import { randomFrom } from "../support/generateReport.ts";
import type { Mirror } from "./mirror.ts";

export interface Keystroke {
  readonly key: string;
  /** The resulting text of the field. */
  readonly text: string;
  readonly state: string;
  /** Milliseconds after the previous key. */
  readonly pause: number;
}

export interface Script {
  /** The state at each percentage that the slider passes. */
  readonly drag: Readonly<Record<number, string>>;
  readonly ticks: readonly { readonly place: number; readonly state: string }[];
  readonly resourceTicks: readonly string[];
  readonly allTicks: readonly string[];
  readonly undos: readonly string[];
  readonly collapses: readonly string[];
  readonly sorts: readonly { readonly label: string; readonly state: string }[];
  readonly typing: readonly Keystroke[];
  readonly beforeMatching: readonly Keystroke[];
  readonly matchingTicks: readonly string[];
}

export const LOWEST = 30;
export const HIGHEST = 100;

/** Texts as users type them: in any case, with and without separators, long and short, some without a match. */
const TEXTS: readonly { readonly text: string; readonly deletes: number }[] = [
  { text: "wire_admin", deletes: 5 },
  { text: "Core Branch", deletes: 8 },
  { text: "finance|reports read", deletes: 9 },
  { text: "e", deletes: 1 },
  { text: "payroll hr portal_99", deletes: 6 },
  { text: "4711", deletes: 2 },
  { text: "no such name", deletes: 4 },
];
/**
 * Column headers, pressed until the rows are in the received order again. None reverses the resources: the table keeps
 * its position then, and its first rows, by which an answer is recognised, are far away.
 */
const SORTS = (["name", "percent", "name", "percent", "percent", "percent"] as const).map(
  (column) => ({ column, label: column === "name" ? "Name" : "Identities" }),
);
const MATCHING = "audit";
/** The repeat interval of a held backspace, in milliseconds. */
const REPEAT = 33;

/** The mirror ends in the builder's state. */
export function writeScript(mirror: Mirror, seed: number): Script {
  const random = randomFrom(seed);
  const pause = (): number => 80 + 160 * random() ** 2;
  const drag: Record<number, string> = {};
  for (let percent = HIGHEST; percent >= LOWEST; percent--)
    drag[percent] = mirror.threshold(percent);
  const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const type = (from: string, to: string, between: () => number): Keystroke[] => {
    const strokes: Keystroke[] = [];
    let text = from;
    while (!to.startsWith(text)) {
      text = text.slice(0, -1);
      strokes.push({ key: "Backspace", text, state: mirror.text(text), pause: between() });
    }
    for (const key of to.slice(text.length)) {
      text += key;
      strokes.push({ key, text, state: mirror.text(text), pause: between() });
    }
    return strokes;
  };
  return {
    drag,
    ticks: times(24, (at) => {
      const place = 1 + (at % 6);
      return { place, state: mirror.tick(place) };
    }),
    resourceTicks: times(10, () => mirror.tick(0)),
    allTicks: times(10, () => mirror.tickAll()),
    undos: times(10, () => mirror.undo()),
    collapses: times(10, (at) => mirror.collapseAll(at % 2 === 0)),
    sorts: SORTS.map(({ label, column }) => ({ label, state: mirror.sort(column) })),
    typing: TEXTS.flatMap(({ text, deletes }) => [
      ...type("", text, pause),
      ...type(text, text.slice(0, -deletes), pause),
      ...type(text.slice(0, -deletes), "", () => REPEAT),
    ]),
    beforeMatching: type("", MATCHING, pause),
    matchingTicks: times(10, () => mirror.tickAll()),
  };
}

/** The alphabet filter of org names. */
import { ALL_ORGS } from "#events/rules/orgQuery.ts";

/** The choices of the alphabet filter. */
export const LETTERS: readonly string[] = [ALL_ORGS, ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("")];

/** The letter after a key press, from the one at `at` among `count` letters; null for other keys. */
export function letterAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

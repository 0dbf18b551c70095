/** Suggests groups of orgs from their names: "Teller I", "Teller II" and "Sr. Teller" belong to "Teller". */
import { normalizeForFilter } from "./filterText.ts";

/** Words that say a rank or a kind of contract, and not what somebody does. Without full stops, in lower case. */
const RANKS: ReadonlySet<string> = new Set(
  (
    "senior snr sr junior jnr jr lead leading principal staff associate assistant asst deputy acting interim " +
    "trainee intern apprentice graduate entry level grade band tier " +
    "seasonal temporary temp permanent parttime fulltime floating relief " +
    "leitender leitende stellvertretender stellvertretende auszubildender"
  ).split(" "),
);
const NUMERAL = /^(?:[ivx]{1,4}|[a-z]?\d{1,2}|[a-c])$/;
/** A word with its attached marks: "Sr.", "(PT)", "II,". */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’&/+-]*/gu;

interface Named {
  readonly displayName: string;
}

export interface SuggestedGroup<Org extends Named> {
  readonly name: string;
  readonly orgs: readonly Org[];
}

/** What remains of a name without rank and number; the whole name if nothing remains. */
export function stemOf(name: string): string {
  const words = name.match(WORD) ?? [];
  const isRank = (word: string) => RANKS.has(word.toLowerCase().replaceAll("-", ""));
  const kept = words.filter(
    // A numeral says a rank only at the end: "C Programmer" and "Teller C" differ.
    (word, at) => !isRank(word) && !(at > 0 && isNumeral(word, words.slice(at + 1))),
  );
  return kept.length === 0 ? name.trim() : kept.join(" ");
}

function isNumeral(word: string, rest: readonly string[]): boolean {
  return NUMERAL.test(word.toLowerCase()) && rest.every((one) => NUMERAL.test(one.toLowerCase()));
}

/**
 * Groups of at least two orgs with one stem, the largest first, then by name. Each org is in one group at most.
 *
 * @param orgs that are in no group
 */
export function suggestGroups<Org extends Named>(
  orgs: readonly Org[],
): readonly SuggestedGroup<Org>[] {
  const byStem = new Map<string, { readonly stems: string[]; readonly orgs: Org[] }>();
  for (const org of orgs) {
    const stem = stemOf(org.displayName);
    const key = normalizeForFilter(stem);
    if (key === "") continue;
    const group = byStem.get(key) ?? { stems: [], orgs: [] };
    byStem.set(key, group);
    group.stems.push(stem);
    group.orgs.push(org);
  }
  return [...byStem.values()]
    .filter((group) => group.orgs.length > 1)
    .map((group) => ({ name: mostFrequent(group.stems), orgs: group.orgs }))
    .toSorted((one, other) => other.orgs.length - one.orgs.length || compare(one.name, other.name));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The most frequent spelling; of equally frequent ones the first in the order of code units. */
function mostFrequent(spellings: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of spellings) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [best = ["", 0]] = [...counts].toSorted(
    ([one, times], [other, otherTimes]) => otherTimes - times || compare(one, other),
  );
  return best[0];
}

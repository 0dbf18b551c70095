/**
 * Learns a model without known owners, as Fellegi and Sunter describe: `u` from pairs of different people, and `m` by
 * expectation maximization over the candidates of accounts. Each account has at most one owner.
 */
import type { FieldIndex } from "./fieldIndex.ts";
import { DIFFERENT, MISSING, SAME, SIMILAR, type FieldModel, type Model } from "./model.ts";

/** Candidates of accounts, as the levels of their fields in two bits each. */
export class LearningSample {
  /** By account: where its candidates end. */
  readonly ends: number[] = [];
  readonly patterns: number[] = [];
  /** log2 of the probability that somebody else than the owner agrees as much. */
  readonly chances: number[] = [];

  endAccount(): void {
    this.ends.push(this.patterns.length);
  }
}

const RANDOM_PAIRS = 200_000;
const ROUNDS = 50;
/** The rounds end when no probability changes by more than this. */
const STILL = 1e-5;
/** How many accounts the assumptions weigh as much as. */
const PRIOR_ACCOUNTS = 8;
const PRIOR_M = [0.04, 0.06, 0.9] as const;
const PRIOR_OWNED = 0.9;
/** An account may always have no owner among the candidates. */
const MAX_OWNED = 0.99;

/** How often texts of different people are the same or similar. */
export function learnU(fields: readonly FieldIndex[], people: number): FieldModel["u"][] {
  const pairs = [...randomPairs(people)];
  return fields.map((field) => {
    const counts = [0, 0, 0, 0];
    for (const [one, other] of pairs) {
      const text = field.texts[field.people[one] ?? -1];
      field.compareWith(text ?? "");
      const level = field.levelOf(other);
      counts[level] = (counts[level] ?? 0) + 1;
    }
    const total = pairs.length - (counts[MISSING] ?? 0) + 1;
    const similar = ((counts[SIMILAR] ?? 0) + 0.5) / total;
    const same = ((counts[SAME] ?? 0) + 0.5) / total;
    return [Math.max(0.01, 1 - similar - same), similar, same];
  });
}

/** The same pairs each time, so that a simulation can be repeated. */
function* randomPairs(people: number): Generator<readonly [number, number]> {
  if (people * people <= RANDOM_PAIRS) {
    for (let one = 0; one < people; one++) {
      for (let other = 0; other < people; other++) if (one !== other) yield [one, other];
    }
    return;
  }
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * people);
  };
  for (let at = 0; at < RANDOM_PAIRS; at++) {
    const one = next();
    const other = next();
    if (one !== other) yield [one, other];
  }
}

/** By pattern of levels: log2 of its probability for an account and its owner. */
export function patternWeights(m: readonly FieldModel["m"][]): Float64Array {
  const weights = new Float64Array(4 ** m.length);
  for (let pattern = 0; pattern < weights.length; pattern++) {
    m.forEach((probabilities, field) => {
      const level = (pattern >> (2 * field)) & 3;
      if (level !== MISSING) {
        weights[pattern] = (weights[pattern] ?? 0) + Math.log2(probabilities[level - 1] ?? 1);
      }
    });
  }
  return weights;
}

export function learnModel(
  u: readonly FieldModel["u"][],
  sample: LearningSample,
  people: number,
): Model {
  let m = u.map((): FieldModel["m"] => PRIOR_M);
  let owned = PRIOR_OWNED;
  for (let round = 0; round < ROUNDS; round++) {
    const { levels, found } = expect(m, owned, sample, people);
    const accounts = sample.ends.length;
    const learned = m.map((_, field) => shares(levels[field] ?? []));
    const newOwned = Math.min(
      MAX_OWNED,
      (found + PRIOR_OWNED * PRIOR_ACCOUNTS) / (accounts + PRIOR_ACCOUNTS),
    );
    const change = Math.max(
      Math.abs(newOwned - owned),
      ...learned.flatMap((one, field) =>
        one.map((share, at) => Math.abs(share - (m[field]?.[at] ?? 0))),
      ),
    );
    m = learned;
    owned = newOwned;
    if (change < STILL) break;
  }
  return { fields: u.map((one, field) => ({ m: m[field] ?? PRIOR_M, u: one })), owned };
}

/** The expected levels of the owners, and how many accounts have one. */
function expect(
  m: readonly FieldModel["m"][],
  owned: number,
  { ends, patterns, chances }: LearningSample,
  people: number,
): { readonly levels: readonly number[][]; readonly found: number } {
  const weights = patternWeights(m);
  const byPattern = new Float64Array(weights.length);
  const prior = owned / Math.max(1, people);
  const shown = new Float64Array(Math.max(0, ...ends.map((end, at) => end - (ends[at - 1] ?? 0))));
  let found = 0;
  let start = 0;
  for (const end of ends) {
    let total = 1 - owned;
    for (let at = start; at < end; at++) {
      const odds = prior * 2 ** ((weights[patterns[at] ?? 0] ?? 0) - (chances[at] ?? 0));
      shown[at - start] = odds;
      total += odds;
    }
    for (let at = start; at < end; at++) {
      const share = (shown[at - start] ?? 0) / total;
      const pattern = patterns[at] ?? 0;
      byPattern[pattern] = (byPattern[pattern] ?? 0) + share;
      found += share;
    }
    start = end;
  }
  const levels = m.map(() => [0, 0, 0]);
  byPattern.forEach((share, pattern) => {
    if (share === 0) return;
    levels.forEach((counts, field) => {
      const level = (pattern >> (2 * field)) & 3;
      if (level !== MISSING) counts[level - 1] = (counts[level - 1] ?? 0) + share;
    });
  });
  return { levels, found };
}

function shares(counts: readonly number[]): FieldModel["m"] {
  const total = counts.reduce((sum, count) => sum + count, PRIOR_ACCOUNTS);
  const share = (level: number) =>
    ((counts[level - 1] ?? 0) + PRIOR_ACCOUNTS * (PRIOR_M[level - 1] ?? 0)) / total;
  return [share(DIFFERENT), share(SIMILAR), share(SAME)];
}

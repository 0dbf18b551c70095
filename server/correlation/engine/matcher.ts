/** Finds the owners of accounts among people: gathers candidates by keys, and weighs the evidence of each. */
import { type BlockingIndex, indexKeys, keysOf, type KeyOptions } from "./blocking.ts";
import { Candidates } from "./candidates.ts";
import { FieldIndex } from "./fieldIndex.ts";
import { learnModel, learnU, LearningSample } from "./learn.ts";
import { MISSING, SAME, type FieldOptions, type Limits, type Model } from "./model.ts";

export type Outcome = "matched" | "probable" | "several" | "none";

export interface FoundCandidate {
  readonly person: number;
  readonly probability: number;
  /** By field: the level of agreement, and its weight in bits. */
  readonly levels: readonly number[];
  readonly weights: readonly number[];
}

export interface Match {
  readonly outcome: Outcome;
  /** The tier whose rules decided. */
  readonly tier: number;
  /** The probability that any of the people is the owner. */
  readonly owned: number;
  /** The most probable first. */
  readonly candidates: readonly FoundCandidate[];
}

const MAX_CANDIDATES = 5;
const KINDS = ["value", "letters", "prefix"] as const;
/** From this probability on no further candidates are looked for. */
const CERTAIN = 0.9999;

export class Matcher {
  readonly #fields: readonly FieldIndex[];
  readonly #tiers: readonly number[];
  #people = 0;
  #keys: readonly BlockingIndex[] = [];
  #model: Model | null = null;
  #limits: Limits = { linkFrom: 1, reviewFrom: 1 };
  /** By pattern: its bits for an owner, without how rare equal texts are. */
  #bits: Float64Array = new Float64Array(0);
  /** Fields whose equal texts weigh more the rarer they are. */
  #rare: readonly FieldIndex[] = [];
  /** By rare field: the bits of `SAME` in a pattern. */
  #rareMasks: readonly number[] = [];
  /** By tier: the fields that it compares. */
  #masks: readonly number[] = [];
  // Of the account that is matched now: by candidate.
  #candidates = new Candidates(0);
  readonly #patterns: number[] = [];
  readonly #odds: number[] = [];

  constructor(options: readonly FieldOptions[]) {
    this.#fields = options.map((one) => new FieldIndex(one));
    this.#tiers = [...new Set(options.map(({ tier }) => tier))].toSorted(
      (one, other) => one - other,
    );
  }

  /** @param texts by field. */
  addPerson(texts: readonly string[]): void {
    this.#fields.forEach((field, at) => field.add(texts[at] ?? ""));
    this.#people += 1;
  }

  /** Call it after all people were added. */
  finishPeople(): void {
    for (const field of this.#fields) field.finish();
    this.#candidates = new Candidates(this.#people);
    this.#keys = indexKeys(keysOf(this.#fields), this.#fields, this.#people);
  }

  get keys(): readonly BlockingIndex[] {
    return this.#keys;
  }

  /** @param accounts a sample, as texts by field. */
  learn(accounts: Iterable<readonly string[]>): Model {
    const u = learnU(this.#fields, this.#people);
    const sample = new LearningSample();
    for (const texts of accounts) {
      const prepared = this.#begin(texts);
      for (const kind of KINDS) this.#gather(prepared, kind);
      for (const person of this.#candidates.people) {
        const pattern = this.#patternOf(person);
        sample.patterns.push(pattern);
        sample.chances.push(this.#chanceOf(u, pattern, person));
      }
      sample.endAccount();
    }
    for (const key of this.#keys) key.resetCosts();
    return learnModel(u, sample, this.#people);
  }

  use(model: Model, limits: Limits): void {
    this.#model = model;
    this.#limits = limits;
    this.#masks = this.#tiers.map((last) =>
      this.#fields.reduce(
        (mask, { options: { tier } }, at) => (tier <= last ? mask | (3 << (2 * at)) : mask),
        0,
      ),
    );
    const rare = this.#fields.map((_, at) => at).filter((at) => this.#fixedWeight(at) === null);
    this.#rare = rare.flatMap((at) => this.#fields[at] ?? []);
    this.#rareMasks = rare.map((at) => SAME << (2 * at));
    this.#bits = new Float64Array(4 ** this.#fields.length);
    for (let pattern = 0; pattern < this.#bits.length; pattern++) {
      this.#bits[pattern] = this.#bitsOf(model, pattern);
    }
  }

  #bitsOf(model: Model, pattern: number): number {
    return model.fields.reduce((bits, { m, u }, at) => {
      const level = (pattern >> (2 * at)) & 3;
      if (level === MISSING) return bits;
      const owner = Math.log2(m[level - 1] ?? 1);
      if (level === SAME) return bits + (this.#fixedWeight(at) ?? owner);
      return bits + owner - Math.log2(u[level - 1] ?? 1);
    }, 0);
  }

  #fixedWeight(at: number): number | null {
    return this.#fields[at]?.options.weight ?? null;
  }

  /**
   * The first tier that finds one owner decides. Later tiers add their rules to those of earlier ones.
   *
   * @param excluded whether somebody has said that a person is not the owner.
   */
  match(texts: readonly string[], excluded?: (person: number) => boolean): Match {
    const prepared = this.#begin(texts, excluded);
    this.#gather(prepared, "value");
    const quick = this.#decideByTier();
    // Similar texts are looked for only if equal ones do not settle it.
    if (quick.outcome === "matched" && (quick.candidates[0]?.probability ?? 0) >= CERTAIN) {
      return quick;
    }
    this.#gather(prepared, "letters");
    this.#gather(prepared, "prefix");
    return this.#decideByTier();
  }

  #decideByTier(): Match {
    const { people } = this.#candidates;
    // Fields compare with the account until the next one begins.
    for (let at = this.#patterns.length; at < people.length; at++) {
      this.#patterns.push(this.#patternOf(people[at] ?? 0));
    }
    let match: Match | null = null;
    for (const [at, tier] of this.#tiers.entries()) {
      match = this.#decide(this.#masks[at] ?? 0, tier);
      if (match.outcome === "matched") return match;
    }
    return match ?? { outcome: "none", tier: 1, owned: 0, candidates: [] };
  }

  #decide(mask: number, tier: number): Match {
    const { owned: share } = this.#requireModel();
    const { linkFrom, reviewFrom } = this.#limits;
    const sum = this.#weigh(mask, share / Math.max(1, this.#people));
    const total = sum + 1 - share;
    const owned = sum / total;
    const reviewed = this.#mostProbable(reviewFrom * total, owned >= reviewFrom);
    const isMatched = this.#oddsOf(reviewed[0]) / total >= linkFrom;
    const outcome: Outcome = isMatched
      ? "matched"
      : reviewed.length === 0
        ? "none"
        : reviewed.length === 1
          ? "probable"
          : "several";
    const candidates = reviewed.slice(0, isMatched ? 1 : MAX_CANDIDATES).map((at) => {
      const person = this.#candidates.people[at] ?? 0;
      return {
        person,
        probability: this.#oddsOf(at) / total,
        ...this.#explain((this.#patterns[at] ?? 0) & mask, person),
      };
    });
    return { outcome, tier, owned, candidates };
  }

  /** Computes the odds of each candidate. @returns their sum. */
  #weigh(mask: number, prior: number): number {
    const { people } = this.#candidates;
    const odds = this.#odds;
    let sum = 0;
    for (let at = 0; at < people.length; at++) {
      const pattern = (this.#patterns[at] ?? 0) & mask;
      const one =
        prior * 2 ** ((this.#bits[pattern] ?? 0) - this.#rarityOf(pattern, people[at] ?? 0));
      odds[at] = one;
      sum += one;
    }
    odds.length = people.length;
    return sum;
  }

  /** log2 of the probability that somebody else has all texts that are the same. */
  #rarityOf(pattern: number, person: number): number {
    let rarity = 0;
    for (let at = 0; at < this.#rare.length; at++) {
      const same = this.#rareMasks[at] ?? 0;
      if ((pattern & same) === same) rarity += this.#rare[at]?.rarityOf(person) ?? 0;
    }
    return rarity;
  }

  #oddsOf(candidate: number | undefined): number {
    return candidate === undefined ? 0 : (this.#odds[candidate] ?? 0);
  }

  /**
   * The candidates that somebody reviews, the most probable first.
   *
   * @param isOwned namesakes share a probability that is large enough together: without one from `least` on, all are reviewed.
   */
  #mostProbable(least: number, isOwned: boolean): number[] {
    const likely: number[] = [];
    for (let at = 0; at < this.#odds.length; at++) if (this.#oddsOf(at) >= least) likely.push(at);
    const reviewed = likely.length > 0 || !isOwned ? likely : [...this.#odds.keys()];
    return reviewed.toSorted((one, other) => this.#oddsOf(other) - this.#oddsOf(one));
  }

  #requireModel(): Model {
    if (!this.#model) throw new Error("The matcher has no model yet");
    return this.#model;
  }

  #begin(texts: readonly string[], excluded?: (person: number) => boolean): readonly string[] {
    this.#candidates.begin(excluded);
    this.#patterns.length = 0;
    return this.#fields.map((field, at) => {
      const prepared = field.prepare(texts[at] ?? "");
      field.compareWith(prepared);
      return prepared;
    });
  }

  /** Adds the people who have a key of a kind in common with the account. */
  #gather(prepared: readonly string[], kind: KeyOptions["kind"]): void {
    const { people } = this.#candidates;
    for (const key of this.#keys) {
      if (key.options.kind !== kind) continue;
      const before = people.length;
      let isSkipped = false;
      for (const hash of key.hashesOfTexts(prepared)) {
        if (!key.gather(hash, this.#candidates)) isSkipped = true;
      }
      key.pairs += people.length - before;
      if (isSkipped) key.skipped += 1;
    }
  }

  #patternOf(person: number): number {
    let pattern = 0;
    for (let at = 0; at < this.#fields.length; at++) {
      pattern |= (this.#fields[at]?.levelOf(person) ?? MISSING) << (2 * at);
    }
    return pattern;
  }

  /** log2 of the probability that somebody else than the owner agrees as much. */
  #chanceOf(u: readonly Model["fields"][number]["u"][], pattern: number, person: number): number {
    let chance = 0;
    for (let at = 0; at < u.length; at++) {
      const level = (pattern >> (2 * at)) & 3;
      if (level === SAME) chance += this.#fields[at]?.rarityOf(person) ?? 0;
      else if (level !== MISSING) chance += Math.log2(u[at]?.[level - 1] ?? 1);
    }
    return chance;
  }

  /** Bits that were learned. */
  #weightOf(at: number, level: number, person: number): number {
    const { m, u } = this.#requireModel().fields[at] ?? { m: [1, 1, 1], u: [1, 1, 1] };
    if (level === MISSING) return 0;
    const owner = Math.log2(m[level - 1] ?? 1);
    if (level !== SAME) return owner - Math.log2(u[level - 1] ?? 1);
    return owner - (this.#fields[at]?.rarityOf(person) ?? 0);
  }

  #explain(pattern: number, person: number): Pick<FoundCandidate, "levels" | "weights"> {
    const levels = this.#fields.map((_, at) => (pattern >> (2 * at)) & 3);
    const weights = levels.map((level, at) => {
      const fixed = this.#fields[at]?.options.weight ?? null;
      return level === SAME && fixed !== null ? fixed : this.#weightOf(at, level, person);
    });
    return { levels, weights };
  }
}

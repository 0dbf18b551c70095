/** Finds the owners of accounts among people: gathers candidates by keys, and weighs the evidence of each. */
import { BlockingIndex, keysOf, type KeyOptions } from "./blocking.ts";
import { FieldIndex } from "./fieldIndex.ts";
import { learnModel, learnU, LearningSample, patternWeights } from "./learn.ts";
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
  /** By pattern: log2 of its probability for an account and its owner. */
  #owners: Float64Array = new Float64Array(0);
  /** By tier: the fields that it compares. */
  #masks: readonly number[] = [];
  // Of the account that is matched now.
  #turn = 0;
  #turns = new Int32Array(0);
  readonly #found: number[] = [];

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
    this.#turns = new Int32Array(this.#people);
    this.#keys = keysOf(this.#fields).map(
      (options) => new BlockingIndex(options, this.#fields, this.#people),
    );
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
      this.#forgetCandidates();
      for (const kind of KINDS) this.#gather(prepared, kind);
      for (const person of this.#found) {
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
    this.#owners = patternWeights(model.fields.map(({ m }) => m));
  }

  /**
   * The first tier that finds one owner decides. Later tiers add their rules to those of earlier ones.
   *
   * @param excluded whether somebody has said that a person is not the owner.
   */
  match(texts: readonly string[], excluded?: (person: number) => boolean): Match {
    const prepared = this.#begin(texts);
    this.#forgetCandidates();
    this.#gather(prepared, "value");
    const quick = this.#decideByTier(excluded);
    // Similar texts are looked for only if equal ones do not settle it.
    if (quick.outcome === "matched" && (quick.candidates[0]?.probability ?? 0) >= CERTAIN) {
      return quick;
    }
    this.#gather(prepared, "letters");
    this.#gather(prepared, "prefix");
    return this.#decideByTier(excluded);
  }

  #decideByTier(excluded: ((person: number) => boolean) | undefined): Match {
    const people = excluded ? this.#found.filter((person) => !excluded(person)) : this.#found;
    const patterns = people.map((person) => this.#patternOf(person));
    let match: Match | null = null;
    for (const [at, tier] of this.#tiers.entries()) {
      match = this.#decide(people, patterns, this.#masks[at] ?? 0, tier);
      if (match.outcome === "matched") return match;
    }
    return match ?? { outcome: "none", tier: 1, owned: 0, candidates: [] };
  }

  #decide(
    people: readonly number[],
    patterns: readonly number[],
    mask: number,
    tier: number,
  ): Match {
    const { owned: share, fields } = this.#requireModel();
    const { linkFrom, reviewFrom } = this.#limits;
    const prior = share / Math.max(1, this.#people);
    const u = fields.map((field) => field.u);
    const odds = people.map((person, at) => {
      const pattern = (patterns[at] ?? 0) & mask;
      return prior * 2 ** (this.#ownerWeight(pattern, person) - this.#chanceOf(u, pattern, person));
    });
    const sum = odds.reduce((total, one) => total + one, 0);
    const total = sum + 1 - share;
    const order = [...people.keys()].toSorted(
      (one, other) => (odds[other] ?? 0) - (odds[one] ?? 0),
    );
    const best = (odds[order[0] ?? -1] ?? 0) / total;
    const owned = sum / total;
    const isMatched = best >= linkFrom;
    const shown = order.filter((at) => (odds[at] ?? 0) / total >= reviewFrom);
    // Namesakes share a probability that is large enough together.
    const reviewed = shown.length > 0 || owned < reviewFrom ? shown : order;
    const outcome: Outcome = isMatched
      ? "matched"
      : reviewed.length === 0
        ? "none"
        : reviewed.length === 1
          ? "probable"
          : "several";
    const candidates = reviewed.slice(0, isMatched ? 1 : MAX_CANDIDATES).map((at) => {
      const person = people[at] ?? 0;
      return {
        person,
        probability: (odds[at] ?? 0) / total,
        ...this.#explain((patterns[at] ?? 0) & mask, person),
      };
    });
    return { outcome, tier, owned, candidates };
  }

  #requireModel(): Model {
    if (!this.#model) throw new Error("The matcher has no model yet");
    return this.#model;
  }

  #begin(texts: readonly string[]): readonly string[] {
    return this.#fields.map((field, at) => {
      const prepared = field.prepare(texts[at] ?? "");
      field.compareWith(prepared);
      return prepared;
    });
  }

  #forgetCandidates(): void {
    this.#found.length = 0;
    this.#turn += 1;
  }

  /** Adds the people who have a key of a kind in common with the account. */
  #gather(prepared: readonly string[], kind: KeyOptions["kind"]): void {
    const found = this.#found;
    for (const key of this.#keys) {
      if (key.options.kind !== kind) continue;
      const before = found.length;
      let isSkipped = false;
      for (const hash of key.hashesOfTexts(prepared)) {
        const isSmall = key.visit(hash, (person) => {
          if (this.#turns[person] === this.#turn) return;
          this.#turns[person] = this.#turn;
          found.push(person);
        });
        if (!isSmall) isSkipped = true;
      }
      key.pairs += found.length - before;
      if (isSkipped) key.skipped += 1;
    }
  }

  #patternOf(person: number): number {
    let pattern = 0;
    this.#fields.forEach((field, at) => {
      pattern |= field.levelOf(person) << (2 * at);
    });
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

  /** log2 of the probability that an account and its owner agree as much. Fixed weights replace what was learned. */
  #ownerWeight(pattern: number, person: number): number {
    let weight = this.#owners[pattern] ?? 0;
    for (let at = 0; at < this.#fields.length; at++) {
      const field = this.#fields[at];
      const fixed = field?.options.weight ?? null;
      if (!field || fixed === null || ((pattern >> (2 * at)) & 3) !== SAME) continue;
      weight += fixed - this.#weightOf(at, SAME, person);
    }
    return weight;
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

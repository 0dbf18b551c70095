/** What accounts offer to the fields of their people, and which offer wins. */
import {
  MAPPING_STRENGTHS,
  type MappingProblem,
  type MappingStrength,
} from "#events/entities/mapping.ts";
import type { MappingInput } from "#events/rules/mappings/evaluate.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { openEvaluator, type Evaluator, type EvaluatorLimits } from "../evaluator.ts";
import { accountSource } from "../records.ts";
import type { MappedAccount } from "./sources.ts";

/** A value that the mappings of one strength give to a target that has none. */
export interface Offer {
  readonly account: MappedAccount;
  readonly target: string;
  readonly strength: MappingStrength;
  /** Without a number that makes it unique. */
  readonly value: string;
  /** The mappings make their values unique: `uniqueValues` gives the one to write. */
  readonly isUnique: boolean;
}

/** A value that is not known, because its mapping was switched off. */
export interface MissingOffer {
  readonly account: MappedAccount;
  readonly target: string;
  readonly problem: MappingProblem;
}

export interface PersonOffers {
  /** In no order. */
  readonly offers: Offer[];
  readonly missing: MissingOffer[];
}

export class Offers {
  readonly #limits: EvaluatorLimits;
  readonly #off: Evaluator["broken"];
  readonly #evaluators = new Map<string, Evaluator>();

  /** @param off mappings that are switched off from the start. */
  constructor(limits: EvaluatorLimits, off: Evaluator["broken"] = new Map()) {
    this.#limits = limits;
    this.#off = off;
  }

  /** Mappings that are switched off. Those that were not from the start may have offered values before. */
  get broken(): Evaluator["broken"] {
    const evaluators = [...this.#evaluators.values()];
    return new Map([...this.#off, ...evaluators.flatMap(({ broken }) => [...broken])]);
  }

  /** The offers of each person, by external id. A mapping that fails offers nothing. @throws MappingTimeError */
  async byPerson(accounts: readonly MappedAccount[]): Promise<ReadonlyMap<string, PersonOffers>> {
    const found = new Map<string, PersonOffers>();
    const of = ({ personId }: MappedAccount): PersonOffers => {
      const known = found.get(personId) ?? { offers: [], missing: [] };
      found.set(personId, known);
      return known;
    };
    for (const system of new Set(accounts.map((account) => account.system))) {
      const own = accounts.filter((account) => account.system === system);
      for (const strength of MAPPING_STRENGTHS) {
        const mappings = system.mappings.filter((mapping) => mapping.strength === strength);
        if (mappings.length === 0) continue;
        const unique = new Set(
          mappings.flatMap((mapping) => (mapping.iterationToken ? targetOf(mapping) : [])),
        );
        const evaluator = this.#evaluator(system.resourceId, mappings, strength);
        const results = await evaluator.evaluate(own.map((account) => offerInput(account, {})));
        const off = new Set(mappings.filter(({ id }) => evaluator.broken.has(id)).map(targetOf));
        own.forEach((account, at) => {
          for (const { target, after, problem } of results[at] ?? []) {
            const [value] = after;
            if (problem === null && value !== undefined) {
              const isUnique = unique.has(target);
              of(account).offers.push({ account, target, strength, value, isUnique });
            } else if (problem !== null && off.has(target)) {
              of(account).missing.push({ account, target, problem });
            }
          }
        });
      }
    }
    return found;
  }

  #evaluator(
    resourceId: string,
    mappings: MappedAccount["system"]["mappings"],
    strength: MappingStrength,
  ): Evaluator {
    const key = `${resourceId} ${strength}`;
    const known = this.#evaluators.get(key);
    if (known) return known;
    const set = {
      // Only the value that is written needs a number.
      mappings: mappings.map((mapping) => ({ ...mapping, iterationToken: false })),
      direction: "inbound",
      multiple: [],
      held: {},
      off: this.#off,
    } as const;
    const evaluator = openEvaluator(set, this.#limits);
    this.#evaluators.set(key, evaluator);
    return evaluator;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#evaluators.values()].map((evaluator) => evaluator.close()));
  }
}

/** An account that counts as new. @param target the values of its owner. */
export function offerInput(
  { personId, objectClass, content }: MappedAccount,
  target: ValueRecord,
): MappingInput {
  return { key: personId, now: accountSource(objectClass, content), before: null, target };
}

/**
 * The HR system wins; then strong mappings win over normal ones, and these over weak ones; then the system that was published
 * first; then the first account by class and id.
 */
export function compareOffers(one: Offer, other: Offer): number {
  const [left, right] = [one.account, other.account];
  return (
    Number(right.system.isHr) - Number(left.system.isHr) ||
    MAPPING_STRENGTHS.indexOf(other.strength) - MAPPING_STRENGTHS.indexOf(one.strength) ||
    left.system.rank - right.system.rank ||
    compareTexts(left.objectClass, right.objectClass) ||
    compareTexts(left.id, right.id)
  );
}

export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** @returns the offer that wins; undefined if there is none. */
export function bestOffer(offers: readonly Offer[], target: string): Offer | undefined {
  return offers.filter((offer) => offer.target === target).toSorted(compareOffers)[0];
}

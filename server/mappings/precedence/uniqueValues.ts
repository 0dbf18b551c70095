/** Makes the values of winning offers unique. */
import type { Kysely } from "kysely";
import { targetOf } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import { openEvaluator, type EvaluatorLimits } from "../evaluator.ts";
import type { HeldValues } from "../evaluatorMessages.ts";
import { loadHeldFields } from "../heldValues.ts";
import { compareTexts, offerInput, type Offer } from "./offers.ts";

const OFFERS = 500;

/** An offer whose value a person gets. */
export interface WinningOffer {
  readonly offer: Offer;
  /** The person's present value; null: none. It stays if it is the offered value with another number. */
  readonly current: string | null;
}

interface UniqueRequest {
  readonly clientId: string;
  /** At most one for each target of a person. */
  readonly offers: readonly WinningOffer[];
  /** Values that people get otherwise, by target. */
  readonly given: HeldValues;
  readonly limits: EvaluatorLimits;
}

/**
 * Reads all people if there are any offers. The numbers follow the order of systems, and in one system that of people.
 *
 * @returns the values to write; an offer whose mapping fails has none.
 * @throws MappingTimeError
 */
export async function uniqueValues(
  db: Kysely<Database>,
  { clientId, offers, given, limits }: UniqueRequest,
): Promise<ReadonlyMap<Offer, string>> {
  const values = new Map<Offer, string>();
  const targets = [...new Set(offers.map(({ offer }) => offer.target))];
  const held = await loadHeldFields(db, { clientId }, targets);
  const taken = new Map(targets.map((target) => [target, [...(given[target] ?? [])]]));
  for (const [first, ...others] of groupsOf(offers)) {
    const { target, strength, account } = first.offer;
    const fresh = taken.get(target) ?? [];
    const evaluator = openEvaluator(
      {
        mappings: account.system.mappings.filter(
          (mapping) => mapping.strength === strength && targetOf(mapping) === target,
        ),
        direction: "inbound",
        multiple: [],
        held: { [target]: [...fresh, ...(held[target] ?? [])] },
      },
      limits,
    );
    try {
      for (const chunk of chunksOf([first, ...others], OFFERS)) {
        const results = await evaluator.evaluate(
          chunk.map(({ offer, current }) =>
            // A weak mapping offers nothing to a field that has a value.
            offerInput(
              offer.account,
              strength === "weak" || current === null ? {} : { [target]: [current] },
            ),
          ),
        );
        chunk.forEach(({ offer }, at) => {
          const [result] = results[at] ?? [];
          const value = result?.problem === null ? result.after[0] : undefined;
          if (value === undefined) return;
          values.set(offer, value);
          fresh.push([value, offer.account.personId]);
        });
      }
    } finally {
      await evaluator.close();
    }
  }
  return values;
}

/** Those of the same mappings, by the ids of their people. */
function groupsOf(
  offers: readonly WinningOffer[],
): readonly (readonly [WinningOffer, ...WinningOffer[]])[] {
  const groups = new Map<string, [WinningOffer, ...WinningOffer[]]>();
  const sorted = offers.toSorted(
    ({ offer: one }, { offer: other }) =>
      one.account.system.rank - other.account.system.rank ||
      compareTexts(one.account.personId, other.account.personId),
  );
  for (const one of sorted) {
    const { account, strength, target } = one.offer;
    const key = `${account.system.resourceId} ${strength} ${target}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

/** Decides which value a target of a person gets when several accounts give it values. Pure. */
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import { bestOffer, type Offer } from "./offers.ts";
import type { MappedAccount } from "./sources.ts";

/** An account of the run, and what its mappings make of the present values of its owner. */
export interface EvaluatedAccount {
  readonly account: MappedAccount;
  readonly results: readonly TargetResult[];
}

export interface DecidedValue {
  /** Null: none. */
  readonly value: string | null;
  /** The value is that of this offer, which still needs the number that makes it unique. */
  readonly offer: Offer | null;
  /** Accounts of the run whose other values are not used, and the account whose value is. */
  readonly unused: readonly MappedAccount[];
  readonly winner: MappedAccount | null;
}

/**
 * @param evaluated the accounts of the run that the person owns.
 * @param offers of these accounts and of all others of the person.
 */
export function decideValue(
  target: string,
  current: string | null,
  evaluated: readonly EvaluatedAccount[],
  offers: readonly Offer[],
): DecidedValue {
  const results = evaluated.flatMap(({ account, results: all }) => {
    const result = all.find((one) => one.target === target);
    return result && result.problem === null ? [{ account, after: result.after[0] ?? null }] : [];
  });
  const giving = new Set(results.map(({ account }) => account));
  const failing = new Set(
    evaluated.map(({ account }) => account).filter((account) => !giving.has(account)),
  );
  const candidates = offers.filter(
    (offer) => offer.target === target && !failing.has(offer.account),
  );
  const best = bestOffer(candidates, target);
  const winner = best?.account ?? null;
  const own = results.find(({ account }) => account === winner);
  const ended = results.find(({ after }) => after === null);
  const changed = results.find(({ after }) => after !== current);
  // Nothing has changed the winner's value, but another account may no longer give the present one.
  const taken = !own && current !== null && ended ? best : undefined;
  const choose = () => {
    if (own) return own.after;
    if (best) return taken?.value ?? current;
    return changed ? changed.after : current;
  };
  const value = choose();
  // Values with different numbers are the same value of different people.
  const isUsed = (offer: Offer) =>
    offer.value === value || (offer.value === best?.value && (offer.isUnique || best.isUnique));
  const unused = candidates
    .filter((offer) => offer.account !== winner && giving.has(offer.account) && !isUsed(offer))
    .map(({ account }) => account);
  return {
    value,
    offer: taken?.isUnique ? taken : null,
    unused: [...new Set(unused)],
    winner,
  };
}

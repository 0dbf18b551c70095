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
  const failing = new Set(
    evaluated.flatMap(({ account }) =>
      results.some((one) => one.account === account) ? [] : account,
    ),
  );
  const open = offers.filter((offer) => offer.target === target && !failing.has(offer.account));
  const best = bestOffer(open, target);
  const winner = best?.account ?? null;
  const own = results.find(({ account }) => account === winner);
  const ended = results.find(({ after }) => after === null);
  const changed = results.find(({ after }) => after !== current);
  const value = own
    ? own.after
    : best
      ? // Nothing has changed the winner's value, but another account may no longer give the present one.
        current !== null && ended
        ? best.value
        : current
      : changed
        ? changed.after
        : current;
  const unused = open.flatMap((offer) =>
    offer.account !== winner &&
    offer.value !== value &&
    results.some(({ account }) => account === offer.account)
      ? offer.account
      : [],
  );
  return { value, unused: [...new Set(unused)], winner };
}

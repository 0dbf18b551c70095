/**
 * The index of a report's names: postings of term pairs, and all rows by name. It is built beside the queries, which
 * work without it until it is complete.
 */
import { orderByName, type NamesInResources } from "../text/nameOrder.ts";
import { postPairs, type PairPostings } from "../text/pairPostings.ts";
import type { Steps } from "../steps.ts";

export type IndexPart =
  | { readonly pairs: PairPostings }
  /** Each resource's rows by name, at their positions among all rows. */
  | { readonly rowsByName: Uint32Array };

export type TakeIndex = (part: IndexPart) => void;

/** Builds the parts and passes each on, without pairs if there are too many; returns a function that cancels it. */
export type IndexNames = (report: NamesInResources, take: TakeIndex) => () => void;

/** The same in steps of a few milliseconds. */
export function* indexInSteps(report: NamesInResources, take: TakeIndex): Steps<void> {
  const pairs = yield* postPairs(report.names);
  if (pairs !== null) take({ pairs });
  take({ rowsByName: yield* orderByName(report) });
}

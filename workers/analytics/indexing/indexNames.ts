/** The pairs of terms in the names of a report, posted beside the queries, which are answered without until they are there. */
import { postPairs, type PairPostings } from "../methods/pairPostings.ts";
import type { Steps } from "../methods/steps.ts";
import type { NamesToIndex } from "../methods/termPostings.ts";

export type TakePairs = (pairs: PairPostings) => void;

/** Makes the postings and hands them over, unless the pairs are too many; what it returns gives that up. */
export type IndexNames = (names: NamesToIndex, take: TakePairs) => () => void;

/** The same in steps of a few milliseconds. */
export function* indexInSteps(names: NamesToIndex, take: TakePairs): Steps<void> {
  const pairs = yield* postPairs(names);
  if (pairs !== null) take(pairs);
}

/**
 * The index of a report's names: postings of pairs of terms, and all rows by name. It is made beside the queries, which
 * are answered without until it is there.
 */
import { orderByName, type NamesInResources } from "../text/nameOrder.ts";
import { postPairs, type PairPostings } from "../text/pairPostings.ts";
import type { Steps } from "../steps.ts";

export type IndexPart =
  | { readonly pairs: PairPostings }
  /** Each resource's rows by name, where they stand among all rows. */
  | { readonly rowsByName: Uint32Array };

export type TakeIndex = (part: IndexPart) => void;

/** Makes the parts and hands each over, but no pairs where they are too many; what it returns gives that up. */
export type IndexNames = (report: NamesInResources, take: TakeIndex) => () => void;

/** The same in steps of a few milliseconds. */
export function* indexInSteps(report: NamesInResources, take: TakeIndex): Steps<void> {
  const pairs = yield* postPairs(report.names);
  if (pairs !== null) take({ pairs });
  take({ rowsByName: yield* orderByName(report) });
}

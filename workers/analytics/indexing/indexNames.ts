/** The index of the names of a report, made beside the queries, which are answered without it until it is there. */
import type { NameColumn } from "../../columns/nameColumn.ts";
import { postPairs } from "../methods/pairPostings.ts";
import type { Steps } from "../methods/steps.ts";
import { postTerms, type NamesToIndex } from "../methods/termPostings.ts";
import type { Postings } from "../methods/textMatches.ts";

export type TakePostings = (part: Partial<Postings>) => void;

/** Makes the index of the names and hands each part over as it is there; what it returns gives that up. */
export type IndexNames = (names: NameColumn, take: TakePostings) => () => void;

/** The index in steps of a few milliseconds. */
export function* indexInSteps(names: NamesToIndex, take: TakePostings): Steps<void> {
  take({ terms: yield* postTerms(names) });
  take({ pairs: yield* postPairs(names) });
}

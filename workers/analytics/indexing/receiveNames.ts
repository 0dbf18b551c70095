/** The other end of `inWorker.ts`: takes names in pieces and gives the postings of their pairs. */
import type { Tokens } from "../../columns/nameColumn.ts";
import { postPairs, type PairPostings } from "../methods/pairPostings.ts";
import { runSteps } from "../methods/steps.ts";
import type { NamesToIndex } from "../methods/termPostings.ts";

/** The first message names everything but tokens and offsets, the last is "all". */
export type NamesMessage =
  | (Pick<NamesToIndex, "tokenTerms" | "terms"> & {
      readonly tokenCount: number;
      /** Whether tokens take four bytes. */
      readonly tokensAreWide: boolean;
      readonly offsetCount: number;
    })
  | {
      readonly part: "tokens" | "offsets";
      /** The place of the first of the values. */
      readonly at: number;
      readonly values: Tokens;
    }
  | "all";

/** Takes the messages in the order in which they are sent, and answers once: with null where the pairs are too many. */
export function receiveNames(
  answer: (pairs: PairPostings | null, transfer: Transferable[]) => void,
): (message: NamesMessage) => void {
  let names: NamesToIndex | null = null;
  return (message) => {
    if (message === "all") {
      if (names === null) throw new Error("There are no names");
      const pairs = runSteps(postPairs(names));
      answer(pairs, pairs === null ? [] : buffersOf(pairs));
    } else if ("part" in message) {
      names?.[message.part].set(message.values, message.at);
    } else {
      const { tokenTerms, terms, tokenCount, tokensAreWide, offsetCount } = message;
      const tokens = new (tokensAreWide ? Uint32Array : Uint16Array)(tokenCount);
      names = { tokenTerms, terms, tokens, offsets: new Uint32Array(offsetCount) };
    }
  };
}

function buffersOf({ firsts, seconds, bytes, starts }: PairPostings): Transferable[] {
  return [firsts, seconds, bytes, starts].map(({ buffer }) => buffer as ArrayBuffer);
}

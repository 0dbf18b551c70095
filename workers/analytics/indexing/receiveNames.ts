/** The other end of `inWorker.ts`: takes names in pieces and gives their postings. */
import type { Tokens } from "../../columns/nameColumn.ts";
import { runSteps } from "../methods/steps.ts";
import type { NamesToIndex } from "../methods/termPostings.ts";
import type { Postings } from "../methods/textMatches.ts";
import { indexInSteps } from "./indexNames.ts";

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

export interface PostingsMessage {
  readonly part: Partial<Postings>;
  /** Whether there are no more. */
  readonly last: boolean;
}

/** Takes the messages in the order in which they are sent. */
export function receiveNames(
  answer: (message: PostingsMessage, transfer: Transferable[]) => void,
): (message: NamesMessage) => void {
  let names: NamesToIndex | null = null;
  return (message) => {
    if (message === "all") {
      if (names === null) throw new Error("There are no names");
      runSteps(
        indexInSteps(names, (part) => {
          answer({ part, last: part.pairs !== undefined }, buffersOf(part));
        }),
      );
    } else if ("part" in message) {
      names?.[message.part].set(message.values, message.at);
    } else {
      const { tokenTerms, terms, tokenCount, tokensAreWide, offsetCount } = message;
      const tokens = new (tokensAreWide ? Uint32Array : Uint16Array)(tokenCount);
      names = { tokenTerms, terms, tokens, offsets: new Uint32Array(offsetCount) };
    }
  };
}

function buffersOf({ terms, pairs }: Partial<Postings>): Transferable[] {
  const ofTerms = terms ? [terms.rows, terms.starts, ...terms.sets.values()] : [];
  const ofPairs = pairs ? [pairs.firsts, pairs.seconds, pairs.bytes, pairs.starts] : [];
  return [...ofTerms, ...ofPairs].map(({ buffer }) => buffer as ArrayBuffer);
}

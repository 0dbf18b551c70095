/** The receiving side of `inWorker.ts`: takes names in pieces and returns the parts of their index. */
import type { NameColumn, Tokens } from "../../columns/nameColumn.ts";
import type { NamesInResources } from "../text/nameOrder.ts";
import { runSteps } from "../steps.ts";
import { indexInSteps, type IndexPart } from "./indexNames.ts";

/** The first message contains everything except tokens and offsets; the last is "all". */
export type NamesMessage =
  | (Pick<NameColumn, "tokenTexts" | "tokenTerms" | "terms"> &
      Pick<NamesInResources, "resourceStarts"> & {
        readonly tokenCount: number;
        /** Whether tokens take four bytes. */
        readonly tokensAreWide: boolean;
        readonly offsetCount: number;
      })
  | {
      readonly part: "tokens" | "offsets";
      /** The index of the first value. */
      readonly at: number;
      readonly values: Tokens;
    }
  | "all";

/** A part of the index; the last message is "all". */
export type IndexMessage = IndexPart | "all";

/** Processes messages in order, and answers with each part as soon as it is built. */
export function receiveNames(
  answer: (message: IndexMessage, transfer: Transferable[]) => void,
): (message: NamesMessage) => void {
  let report: NamesInResources | null = null;
  return (message) => {
    if (message === "all") {
      if (report === null) throw new Error("There are no names");
      runSteps(indexInSteps(report, (part) => answer(part, buffersOf(part))));
      answer("all", []);
    } else if ("part" in message) {
      report?.names[message.part].set(message.values, message.at);
    } else {
      const { resourceStarts, tokenCount, tokensAreWide, offsetCount, ...texts } = message;
      const tokens = new (tokensAreWide ? Uint32Array : Uint16Array)(tokenCount);
      const names = { ...texts, tokens, offsets: new Uint32Array(offsetCount) };
      report = { names, resourceStarts };
    }
  };
}

function buffersOf(part: IndexPart): Transferable[] {
  const arrays =
    "pairs" in part
      ? [part.pairs.firsts, part.pairs.seconds, part.pairs.bytes, part.pairs.starts]
      : [part.rowsByName];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

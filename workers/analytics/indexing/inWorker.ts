/**
 * Makes the index in a thread of its own where there are several cores: a copy of the names goes there in pieces, between
 * messages, and its parts come back without a copy. Wherever that fails, this thread makes the index.
 */
import type { NamesInResources } from "../text/nameOrder.ts";
import type { Steps } from "../steps.ts";
import type { IndexNames } from "./indexNames.ts";
import { indexInSlices, runInSlices } from "./inSlices.ts";
import type { IndexMessage, NamesMessage } from "./receiveNames.ts";

/** The part of a Worker that is used here. */
export interface IndexThread {
  postMessage(message: NamesMessage, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<IndexMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

/** Items of a piece: 4 MiB at most. */
const PIECE = 1 << 20;

/** @param startThread makes the thread, or throws */
export function indexInWorker(startThread: () => IndexThread): IndexNames {
  return (report, take) => {
    let thread: IndexThread;
    try {
      thread = startThread();
    } catch {
      return indexInSlices(report, take);
    }
    let giveUp = runInSlices(sendNames(thread, report), fallBack);
    thread.onerror = (event) => {
      // It is dealt with.
      event.preventDefault();
      fallBack();
    };
    thread.onmessageerror = fallBack;
    thread.onmessage = ({ data }) => {
      if (data === "all") thread.terminate();
      else take(data);
    };
    return () => {
      thread.terminate();
      giveUp();
    };

    function fallBack(): void {
      thread.terminate();
      giveUp();
      giveUp = indexInSlices(report, take);
    }
  };
}

function* sendNames(thread: IndexThread, { names, resourceStarts }: NamesInResources): Steps<void> {
  const { tokens, offsets, tokenTexts, tokenTerms, terms } = names;
  thread.postMessage(
    {
      resourceStarts,
      tokenTexts,
      tokenTerms,
      terms,
      tokenCount: tokens.length,
      tokensAreWide: tokens instanceof Uint32Array,
      offsetCount: offsets.length,
    },
    [],
  );
  for (const [part, values] of [["tokens", tokens] as const, ["offsets", offsets] as const]) {
    for (let at = 0; at < values.length; at += PIECE) {
      const piece = values.slice(at, at + PIECE);
      thread.postMessage({ part, at, values: piece }, [piece.buffer]);
      yield;
    }
  }
  thread.postMessage("all", []);
}

/**
 * Builds the index in a separate thread on multi-core machines: a copy of the names is sent in pieces between messages,
 * and its parts return without copying. If that fails, this thread builds the index.
 */
import type { NamesInResources } from "../text/nameOrder.ts";
import type { Steps } from "../steps.ts";
import type { IndexNames } from "./indexNames.ts";
import { indexInSlices, runInSlices } from "./inSlices.ts";
import type { IndexMessage, NamesMessage } from "./receiveNames.ts";

/** The used part of a Worker. */
export interface IndexThread {
  postMessage(message: NamesMessage, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<IndexMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  terminate(): void;
}

/** Items per piece: at most 4 MiB. */
const PIECE = 1 << 20;

/** @param startThread creates the thread, or throws */
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
      // The failure is handled.
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

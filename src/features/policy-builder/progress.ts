/** What is said of a report that is not there yet. */
import type { Transfer } from "../../kernel/transfers.ts";
import type { BuilderWords } from "./words.ts";

export interface Progress {
  readonly cancelled: boolean;
  readonly text: string;
  /** What a screen reader says: it changes a few times, where the text changes with every frame. */
  readonly announcement: string;
  /** 0 to 100; null where nobody knows. */
  readonly percent: number | null;
}

/** Announced at these parts of a whole, in percent. */
const ANNOUNCED_STEP = 25;

/** @param state requests sent so far, what has arrived of the answer, whether the worker holds the report already */
export function describeProgress(
  {
    cancelled,
    attempts,
    transfer,
    loaded,
  }: {
    readonly cancelled: boolean;
    readonly attempts: number;
    readonly transfer: Transfer | null;
    readonly loaded: boolean;
  },
  words: BuilderWords,
): Progress {
  if (cancelled) {
    const text = words.cancelled;
    return { cancelled, text, announcement: `${text}. ${words.cancelledWhat}`, percent: null };
  }
  if (loaded || transfer?.arrived) {
    const text = transfer ? words.orderingRows(transfer.rows) : words.ordering;
    return { cancelled, text, announcement: text, percent: 100 };
  }
  if (transfer) return describeTransfer(transfer, words);
  const text = attempts === 0 ? words.asking : words.mining(attempts);
  return { cancelled, text, announcement: text, percent: null };
}

function describeTransfer({ bytes, size, rows }: Transfer, words: BuilderWords): Progress {
  // The server says how much it sends, and may be wrong.
  const percent = size === null || size === 0 ? null : Math.min(100, (100 * bytes) / size);
  const step = percent === null ? 0 : Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return {
    cancelled: false,
    text: words.loaded(bytes, size, rows),
    announcement: step === 0 ? `${words.loading}…` : words.loadedPercent(step),
    percent,
  };
}

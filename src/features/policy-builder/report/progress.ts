/** The progress texts of a report. */
import type { Transfer } from "../../../kernel/transfers.ts";
import type { BuilderMessages } from "../messages.ts";

export interface Progress {
  readonly cancelled: boolean;
  readonly text: string;
  /** The screen reader text. It changes a few times, while the visible text changes with every frame. */
  readonly announcement: string;
  /** 0 to 100; null if unknown. */
  readonly percent: number | null;
}

/** Percentages that are announced. */
const ANNOUNCED_STEP = 25;

/** @param state number of requests, received bytes of the answer, and whether the worker already has the report */
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
  t: BuilderMessages,
): Progress {
  if (cancelled) {
    const text = t.cancelled;
    return { cancelled, text, announcement: `${text}. ${t.cancelledWhat}`, percent: null };
  }
  if (loaded || transfer?.arrived) {
    const text = transfer ? t.orderingRows(transfer.rows) : t.ordering;
    return { cancelled, text, announcement: text, percent: 100 };
  }
  if (transfer) return describeTransfer(transfer, t);
  const text = attempts === 0 ? t.asking : t.mining(attempts);
  return { cancelled, text, announcement: text, percent: null };
}

function describeTransfer({ bytes, size, rows }: Transfer, t: BuilderMessages): Progress {
  // The server's size may be wrong.
  const percent = size === null || size === 0 ? null : Math.min(100, (100 * bytes) / size);
  const step = percent === null ? 0 : Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return {
    cancelled: false,
    text: t.loaded(bytes, size, rows),
    announcement: step === 0 ? `${t.loading}…` : t.loadedPercent(step),
    percent,
  };
}

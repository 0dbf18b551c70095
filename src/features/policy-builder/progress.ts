/** What is said of a report that is not there yet. */
import type { Transfer } from "../../kernel/transfers.ts";
import { formatBytes, formatCount } from "../../ui/format.ts";

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
export function describeProgress({
  cancelled,
  attempts,
  transfer,
  loaded,
}: {
  readonly cancelled: boolean;
  readonly attempts: number;
  readonly transfer: Transfer | null;
  readonly loaded: boolean;
}): Progress {
  if (cancelled) {
    const text = "Loading was cancelled";
    return { cancelled, text, announcement: `${text}. ${CANCELLED_ADVICE}`, percent: null };
  }
  if (loaded || transfer?.arrived) {
    const what = transfer ? `${formatCount(transfer.rows)} entitlements` : "the report";
    const text = `Putting ${what} in order…`;
    return { cancelled, text, announcement: text, percent: 100 };
  }
  if (transfer) return describeTransfer(transfer);
  const text =
    attempts === 0
      ? "Asking for the report…"
      : `The report is being mined. Asked ${formatCount(attempts)} ${attempts === 1 ? "time" : "times"}; this page asks again by itself.`;
  return { cancelled, text, announcement: text, percent: null };
}

export const CANCELLED_ADVICE = "Nothing of the report was kept, and the policy is as it was.";

function describeTransfer({ bytes, size, rows }: Transfer): Progress {
  const loading = "Loading the report";
  const far = size === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(size)}`;
  // The server says how much it sends, and may be wrong.
  const percent = size === null || size === 0 ? null : Math.min(100, (100 * bytes) / size);
  const step = percent === null ? 0 : Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return {
    cancelled: false,
    text: `${loading}: ${far}, ${formatCount(rows)} entitlements`,
    announcement: step === 0 ? `${loading}…` : `${loading}: ${step} %`,
    percent,
  };
}

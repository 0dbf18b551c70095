/** What the events of a log led to: short digests that a replay is held against. */
import { sessionLost } from "#events/actions/session.ts";
import { summaryOf } from "./summary.ts";
import { outcomeDigest, stateDigest } from "./digest.ts";
import type { RecordedOutcome } from "./stateDigests.ts";

/** What is known of a log's outcomes. */
export interface Outcomes {
  /** By seq; events without one are not checked. */
  readonly digests: ReadonlyMap<number, string>;
  /** Rising by seq. */
  readonly checks: readonly OutcomeCheck[];
  /** Rising by seq. */
  readonly visible: readonly VisibleDigest[];
}

/** A digest of every projection after an event. */
export interface OutcomeCheck {
  readonly seq: number;
  /** By the name of the projection. */
  readonly states: Readonly<Record<string, string>>;
  /** In short, those that changed since the check before; absent where they were not kept. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** What the analytics core showed of its table, once nothing more was awaited from it. */
export interface VisibleDigest {
  /** Of the event that was recorded last. */
  readonly seq: number;
  /** Rows of the table that were shown, `end` not among them. */
  readonly start: number;
  readonly end: number;
  readonly digest: string;
  /** What a reader is told where the digest is another. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The outcomes of consecutive events from `first` on. */
export interface OutcomeBatch {
  readonly first: number;
  readonly digests: readonly string[];
  readonly checks: readonly OutcomeCheck[];
  readonly visible: readonly VisibleDigest[];
}

export const NO_OUTCOMES: Outcomes = { digests: new Map(), checks: [], visible: [] };

/** Events between two checks; each failure has one besides. */
export const CHECK_EVERY = 200;
/** Events between two digests of what the core shows; it costs a page of rows in idle time. */
export const VISIBLE_EVERY = 50;

/** Whether all projections are checked after an event of that type and place. */
export function isChecked(seq: number, type: string): boolean {
  return seq % CHECK_EVERY === 0 || isFailure(type);
}

/** Whether an event of that type says that something went wrong. */
export function isFailure(type: string): boolean {
  return /(?:failed|refused)$/i.test(type) || type === sessionLost.type;
}

export interface OutcomeDigester {
  /** @returns the digest of what the event led to. */
  take(outcome: Pick<RecordedOutcome, "changed">): string;
  /** A check after the event that was taken last. */
  check(): Omit<OutcomeCheck, "seq">;
}

/**
 * Takes the digests of the outcomes of one session, in order. A state changes when its content does: which object it is
 * depends on where a replay began.
 *
 * @param states that the session begins in, of the projections that count.
 */
export function createOutcomeDigester(states: ReadonlyMap<string, unknown>): OutcomeDigester {
  const digests = new Map<string, string>();
  const put = (name: string, state: unknown) => void digests.set(name, stateDigest(state));
  for (const [name, state] of states) put(name, state);
  let changedSince = new Map<string, unknown>();
  return {
    take({ changed }) {
      const counted = new Map(
        [...changed].filter(
          ([name, state]) => digests.has(name) && digests.get(name) !== stateDigest(state),
        ),
      );
      for (const [name, state] of counted) {
        put(name, state);
        changedSince.set(name, state);
      }
      return outcomeDigest(counted);
    },
    check() {
      const values = [...changedSince].map(([name, state]) => [name, summaryOf(state)] as const);
      changedSince = new Map();
      return { states: Object.fromEntries(digests), values: Object.fromEntries(values) };
    },
  };
}

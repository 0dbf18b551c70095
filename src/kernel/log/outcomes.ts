/** Outcomes: short digests of each event's effects, against which a replay is compared. */
import { sessionLost } from "#events/actions/session.ts";
import { summaryOf } from "./summary.ts";
import { outcomeDigest, stateDigest } from "./digest.ts";
import type { RecordedOutcome } from "./stateDigests.ts";

/** The known outcomes of a log. */
export interface Outcomes {
  /** By seq; events without one are not checked. */
  readonly digests: ReadonlyMap<number, string>;
  /** Ascending by seq. */
  readonly checks: readonly OutcomeCheck[];
  /** Ascending by seq. */
  readonly visible: readonly VisibleDigest[];
}

/** The digests of every projection after an event. */
export interface OutcomeCheck {
  readonly seq: number;
  /** By projection name. In a file, a digest that is missing is that of the previous check. */
  readonly states: Readonly<Record<string, string>>;
  /** Summaries of the projections that changed since the previous check; absent if not stored. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The core's table once no answer was pending. */
export interface VisibleDigest {
  /** The seq of the last recorded event. */
  readonly seq: number;
  /** The shown rows; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly digest: string;
  /** Counts for the reader if the digest differs. */
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

/** Events between two checks; each failure triggers another one. */
const CHECK_EVERY = 200;
/** Events between two table digests; each costs a page of rows in idle time. */
export const VISIBLE_EVERY = 50;

/** Whether all projections are checked after an event of that type and position. */
export function isChecked(seq: number, type: string): boolean {
  return seq % CHECK_EVERY === 0 || isFailure(type);
}

/** Whether an event of that type reports a failure. */
export function isFailure(type: string): boolean {
  return /(?:failed|refused)$/i.test(type) || type === sessionLost.type;
}

export interface OutcomeDigester {
  /** @returns the digest of the event's outcome. */
  take(outcome: Pick<RecordedOutcome, "changed">): string;
  /** A check after the last digested event. */
  check(): Omit<OutcomeCheck, "seq">;
}

/**
 * Digests the outcomes of one session, in order. Changes are compared by content, because object identity depends on
 * where a replay started.
 *
 * @param states the session's start states, of the projections that count.
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

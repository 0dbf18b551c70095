/** What the events of a log led to: short digests that a replay is held against. */
import { outcomeDigest, stateDigest } from "./digest.ts";
import type { NotedOutcome } from "./noteOutcomes.ts";

/** What is known of a log's outcomes. */
export interface Outcomes {
  /** By seq; events without one are not checked. */
  readonly digests: ReadonlyMap<number, string>;
  /** Rising by seq. */
  readonly checks: readonly OutcomeCheck[];
}

/** A digest of every projection after an event. */
export interface OutcomeCheck {
  readonly seq: number;
  /** By the name of the projection. */
  readonly states: Readonly<Record<string, string>>;
}

/** The outcomes of consecutive events from `first` on. */
export interface OutcomeBatch {
  readonly first: number;
  readonly digests: readonly string[];
  readonly checks: readonly OutcomeCheck[];
}

export const NO_OUTCOMES: Outcomes = { digests: new Map(), checks: [] };

/** Events between two checks; each failure has one besides. */
export const CHECK_EVERY = 200;

/** Whether all projections are checked after an event of that type and place. */
export function isChecked(seq: number, type: string): boolean {
  return seq % CHECK_EVERY === 0 || type.endsWith("Failed");
}

export interface OutcomeDigester {
  /** @returns the digest of what the event led to. */
  take(outcome: NotedOutcome): string;
  /** Of every projection that counts, after the event that was taken last. */
  states(): Readonly<Record<string, string>>;
}

/**
 * Takes the digests of the outcomes of one session, in order.
 *
 * @param states that the session begins in, of the projections that count from its beginning.
 */
export function createOutcomeDigester(states: ReadonlyMap<string, unknown>): OutcomeDigester {
  /** Of each projection that counts; of the others it is not known whether a replay has them. */
  const digests = new Map<string, string>();
  const put = (name: string, state: unknown) => void digests.set(name, stateDigest(state));
  for (const [name, state] of states) put(name, state);
  return {
    take({ changed, brought }) {
      const counted = new Map(
        [...changed].filter(([name]) => brought.has(name) || digests.has(name)),
      );
      for (const [name, state] of counted) put(name, state);
      return outcomeDigest(counted);
    },
    states: () => Object.fromEntries(digests),
  };
}

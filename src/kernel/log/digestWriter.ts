/** Digests outcomes in idle time, and stores them beside the log. */
import type { TableSnapshot } from "../tableSnapshot.ts";
import { stateDigest } from "./digest.ts";
import type { RecordedOutcome } from "./stateDigests.ts";
import {
  createOutcomeDigester,
  isChecked,
  isFailure,
  VISIBLE_EVERY,
  type OutcomeBatch,
  type OutcomeCheck,
  type Outcomes,
  type VisibleDigest,
} from "./outcomes.ts";

/** Minimum number of outcomes digested each time, even if the main thread is never idle. */
const AT_LEAST = 32;
/** Milliseconds of idle time left to other work. */
const RESERVE = 1;

export interface DigestWriterPorts {
  /** Resolves in the next idle time, with a function that returns the remaining milliseconds. */
  readonly idle: () => Promise<() => number>;
  /** If it fails, outcomes are in memory only. */
  readonly write: (batch: OutcomeBatch) => Promise<void>;
  /** The core's current table; null if there is none or an answer is pending. */
  readonly visible: () => TableSnapshot | null;
  /** The session's start states. */
  readonly begins: ReadonlyMap<string, unknown>;
}

export interface DigestWriter {
  /** Called with each recorded outcome; returns immediately. */
  push(outcome: RecordedOutcome): void;
  /** Called with each answer of the core; returns immediately. */
  shown(): void;
  /** All outcomes so far, including pending ones. */
  all(): Outcomes;
  /** Outcomes not confirmed as written, including pending ones. */
  unwritten(): readonly OutcomeBatch[];
}

export function createDigestWriter(ports: DigestWriterPorts): DigestWriter {
  const { idle, write } = ports;
  const digester = createOutcomeDigester(ports.begins);
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const visible: VisibleDigest[] = [];
  /** Not yet sent. */
  let newVisible: VisibleDigest[] = [];
  let lastSeq = 0;
  /** The event from which the next table snapshot is due. */
  let visibleFrom = 0;
  let waiting: RecordedOutcome[] = [];
  const onTheWay = new Set<OutcomeBatch>();
  let isDue = false;

  return {
    push(outcome) {
      waiting.push(outcome);
      lastSeq = outcome.seq;
      if (isFailure(outcome.type)) visibleFrom = Math.min(visibleFrom, lastSeq);
      schedule();
    },
    shown() {
      if (lastSeq >= visibleFrom) schedule();
    },
    all() {
      digest(() => true);
      return { digests, checks, visible };
    },
    unwritten() {
      digest(() => true);
      return [...onTheWay];
    },
  };

  function schedule(): void {
    if (isDue) return;
    isDue = true;
    void idle().then((left) => {
      isDue = false;
      noteVisible();
      digest((taken) => taken < AT_LEAST || left() > RESERVE);
      if (waiting.length > 0) schedule();
    });
  }

  /** The current states are those after the newest event, as is the table unless an answer is pending. */
  function noteVisible(): void {
    if (lastSeq < visibleFrom) return;
    const result = ports.visible();
    if (result === null) return;
    const { range, read, counts } = result;
    const noted = { seq: lastSeq, ...range, digest: stateDigest(read()), counts };
    visibleFrom = lastSeq + VISIBLE_EVERY;
    visible.push(noted);
    newVisible.push(noted);
  }

  function digest(goesOn: (taken: number) => boolean): void {
    const [first] = waiting;
    if (!first) return;
    const taken: string[] = [];
    const found: OutcomeCheck[] = [];
    for (const outcome of waiting) {
      if (!goesOn(taken.length)) break;
      const { seq, type } = outcome;
      const one = digester.take(outcome);
      digests.set(seq, one);
      taken.push(one);
      // The first check tells a replay in another build which projections existed.
      const isFirst = checks.length + found.length === 0;
      if (isFirst || isChecked(seq, type)) found.push({ seq, ...digester.check() });
    }
    waiting = waiting.slice(taken.length);
    checks.push(...found);
    const batch = { first: first.seq, digests: taken, checks: found, visible: newVisible };
    newVisible = [];
    onTheWay.add(batch);
    // The events matter most. If the store fails, the log writer reports it.
    write(batch)
      .catch(() => undefined)
      .finally(() => onTheWay.delete(batch));
  }
}

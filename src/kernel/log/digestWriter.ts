/** Takes the digests of outcomes in idle time, and keeps them beside the log. */
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

/** Outcomes that are digested at least each time, also where the main thread is never idle. */
const AT_LEAST = 32;
/** Milliseconds of idle time that are left to others. */
const RESERVE = 1;

export interface DigestWriterPorts {
  /** Resolves in the next idle time, with a clock of what is left of it in milliseconds. */
  readonly idle: () => Promise<() => number>;
  /** Where it fails the outcomes are in memory alone. */
  readonly write: (batch: OutcomeBatch) => Promise<void>;
  /** What the core shows now; null where nothing, or where an answer is awaited. */
  readonly visible: () => TableSnapshot | null;
  /** The states that the session begins in. */
  readonly begins: ReadonlyMap<string, unknown>;
}

export interface DigestWriter {
  /** Called with each outcome as it is noted; returns at once. */
  push(outcome: RecordedOutcome): void;
  /** The core shows something else: called with each answer; returns at once. */
  shown(): void;
  /** All outcomes so far, those that wait included. */
  all(): Outcomes;
  /** Those that are not known to be written, those that wait included. */
  unwritten(): readonly OutcomeBatch[];
}

export function createDigestWriter(ports: DigestWriterPorts): DigestWriter {
  const { idle, write } = ports;
  const digester = createOutcomeDigester(ports.begins);
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const visible: VisibleDigest[] = [];
  /** Not yet on their way. */
  let newVisible: VisibleDigest[] = [];
  let lastSeq = 0;
  /** The event from which on what is shown is to be noted. */
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

  /** The states of now are those after the newest event, and so is what is shown unless an answer is awaited. */
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
      // The first check tells a replay in another build which projections there were.
      const isFirst = checks.length + found.length === 0;
      if (isFirst || isChecked(seq, type)) found.push({ seq, ...digester.check() });
    }
    waiting = waiting.slice(taken.length);
    checks.push(...found);
    const batch = { first: first.seq, digests: taken, checks: found, visible: newVisible };
    newVisible = [];
    onTheWay.add(batch);
    // The events are what counts; where the store fails their keeper says so.
    write(batch)
      .catch(() => undefined)
      .finally(() => onTheWay.delete(batch));
  }
}

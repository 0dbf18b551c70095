/**
 * Carries what is recorded into the store, in batches: a crash loses at most the last half second. Where the store
 * fails, recording goes on in memory, and the trouble is told once.
 */
import type { Envelope } from "#events/kernel/event.ts";
import { isFull } from "./logDatabase.ts";
import type { LogLimits, LogStore, OwnSession } from "./logStore.ts";
import type { MaskedCheckpoint, Snapshot } from "./masking.ts";
import type { OutcomeBatch } from "./outcomes.ts";

/** Milliseconds from an event to its batch. */
export const BATCH_DELAY = 400;
/** Events between two checkpoints. */
export const CHECKPOINT_EVERY = 2000;
/** Batches between two looks at the limits. */
const TRIM_EVERY = 100;

export interface LogWriterPorts {
  readonly open: () => Promise<LogStore>;
  /** As it is now: its user comes later. */
  readonly session: () => OwnSession;
  /** Where it does not begin with the app: the state that it begins in. */
  readonly begins: SessionBegin | null;
  readonly limits: () => LogLimits;
  /** False while the limits may be others than those: nothing is dropped then but where the disk is full. */
  readonly mayTrim: () => boolean;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The states of all projections after the newest event, as JSON keeps them, and what they tell of people. */
  readonly snapshot: () => Snapshot;
  /** Told once, when events are no longer kept. */
  readonly onTrouble: (error: unknown) => void;
}

export interface SessionBegin {
  readonly checkpoint: MaskedCheckpoint;
  /** The personal texts in it. */
  readonly personal: readonly string[];
}

export interface LogWriter {
  /** Called with each event once it is recorded; returns at once. */
  push(event: Envelope): void;
  /** They go along with a batch: a transaction costs more than what is in it. Resolves when they are written, or not kept. */
  pushOutcomes(outcomes: OutcomeBatch): Promise<void>;
  /** Writes what is waiting; for the end of a page and before an export. */
  flush(): Promise<void>;
  /** What was pushed and is not known to be written. */
  unwritten(): readonly Envelope[];
  /** Whether the state that the session begins in is not known to be written. */
  lacksBegin(): boolean;
  /** False once events are no longer kept; what was kept before may be there all the same. */
  isKeeping(): boolean;
  /** Null where the log lives in memory alone. */
  store(): Promise<LogStore | null>;
}

interface WaitingOutcomes {
  readonly outcomes: OutcomeBatch;
  /** They are written, or not kept. */
  readonly done: () => void;
}

interface DueCheckpoint extends Snapshot, Pick<MaskedCheckpoint, "seq" | "time"> {}

export function createLogWriter(ports: LogWriterPorts): LogWriter {
  let waiting: Envelope[] = [];
  let waitingOutcomes: WaitingOutcomes[] = [];
  const onTheWay = new Set<readonly Envelope[]>();
  let isDue = false;
  let untilTrim = 0;
  let sinceCheckpoint = 0;
  let { begins } = ports;
  let hasFailed = false;
  /** Opens with the first batch; settles when the write before has. */
  let opened: Promise<LogStore | null> | null = null;
  let writing: Promise<void> = Promise.resolve();

  return {
    push(event) {
      if (hasFailed) return;
      waiting.push(event);
      schedule();
    },
    pushOutcomes(outcomes) {
      if (hasFailed) return Promise.resolve();
      schedule();
      return new Promise((done) => waitingOutcomes.push({ outcomes, done }));
    },
    flush,
    unwritten: () => [...onTheWay, waiting].flat(),
    lacksBegin: () => begins !== null,
    isKeeping: () => !hasFailed,
    store,
  };

  function store(): Promise<LogStore | null> {
    opened ??= ports.open().catch(fail);
    return opened;
  }

  function schedule(): void {
    if (isDue) return;
    isDue = true;
    void ports.wait(BATCH_DELAY).then(flush);
  }

  function flush(): Promise<void> {
    isDue = false;
    const batch = waiting;
    const outcomes = waitingOutcomes;
    waiting = [];
    waitingOutcomes = [];
    onTheWay.add(batch);
    const checkpoint = checkpointAfter(batch);
    writing = writing
      .then(() => write(batch, outcomes, checkpoint))
      .catch((error: unknown) => void fail(error))
      .finally(() => {
        onTheWay.delete(batch);
        for (const { done } of outcomes) done();
      });
    return writing;
  }

  /** The states are those after the newest event, which is the last of the batch: taken before anything else happens. */
  function checkpointAfter(batch: readonly Envelope[]): DueCheckpoint | null {
    const last = batch.at(-1);
    sinceCheckpoint += batch.length;
    if (!last || sinceCheckpoint < CHECKPOINT_EVERY) return null;
    sinceCheckpoint = 0;
    return { seq: last.seq, time: last.time, ...ports.snapshot() };
  }

  async function write(
    batch: readonly Envelope[],
    waited: readonly WaitingOutcomes[],
    due: DueCheckpoint | null,
  ): Promise<void> {
    if (batch.length === 0 && waited.length === 0) return;
    const kept = await store();
    if (!kept || hasFailed) return;
    const session = ports.session();
    const outcomes = waited.map((one) => one.outcomes);
    const put = async () => {
      if (begins) {
        await kept.addCheckpoint(session.id, begins.checkpoint, begins.personal);
        begins = null;
      }
      await kept.append(session, batch, outcomes);
    };
    try {
      await put();
    } catch (error) {
      if (!isFull(error)) throw error;
      // Room is made at the oldest end, once; half of what may be kept is a lot. One that fails may have made some.
      const limits = ports.limits();
      const half = { ...limits, bytes: limits.bytes / 2 };
      await kept.trim(half, ports.now(), session.id).catch(() => undefined);
      await kept.bodies.trim(limits.bodies / 2).catch(() => undefined);
      await put();
    }
    if (due) {
      const { personal, ...checkpoint } = due;
      // The events are what counts: without it they are dropped later, or not at all.
      await kept.addCheckpoint(session.id, checkpoint, personal).catch(() => undefined);
    }
    if (untilTrim > 0) untilTrim -= 1;
    if (untilTrim > 0 || !ports.mayTrim()) return;
    untilTrim = TRIM_EVERY;
    // The events are written: what cannot be dropped now is no reason to keep no more of them.
    await kept.trim(ports.limits(), ports.now(), session.id).catch(() => undefined);
  }

  function fail(error: unknown): null {
    waiting = [];
    for (const { done } of waitingOutcomes) done();
    waitingOutcomes = [];
    if (!hasFailed) {
      hasFailed = true;
      ports.onTrouble(error);
    }
    return null;
  }
}

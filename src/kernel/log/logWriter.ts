/**
 * Writes recorded events to the store in batches: a crash loses at most the last half second. Before somebody has signed
 * in, they wait in memory. If the store fails, recording continues in memory, and the problem is reported once.
 */
import type { Envelope } from "#events/kernel/event.ts";
import { isFull } from "./logDatabase.ts";
import type { LogLimits, LogStore, OwnSession } from "./logStore.ts";
import type { MaskedCheckpoint, Snapshot } from "./masking.ts";
import type { OutcomeBatch } from "./outcomes.ts";

/** Milliseconds from an event to its batch. */
const BATCH_DELAY = 400;
/** Events between two checkpoints. */
export const CHECKPOINT_EVERY = 2000;
/** Batches between two checks of the limits. */
const TRIM_EVERY = 100;

export interface LogWriterPorts {
  readonly open: () => Promise<LogStore>;
  /** Null until the session has a user and the user's key. */
  readonly session: () => OwnSession | null;
  /** The start state, if the session does not start with the app. */
  readonly begins: SessionBegin | null;
  readonly limits: () => LogLimits;
  /** False while the limits may be outdated; then events are dropped only on a full disk. */
  readonly mayTrim: () => boolean;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The states of all projections after the newest event, in JSON form, with the personal texts in them. */
  readonly snapshot: () => Snapshot;
  /** Called once when events are no longer stored. */
  readonly onTrouble: (error: unknown) => void;
}

export interface SessionBegin {
  readonly checkpoint: MaskedCheckpoint;
  /** The personal texts in it. */
  readonly personal: readonly string[];
}

export interface LogWriter {
  /** Called with each recorded event; returns immediately. */
  push(event: Envelope): void;
  /**
   * Written with the next batch, because a transaction costs more than its content. Resolves when they are written or
   * given up.
   */
  pushOutcomes(outcomes: OutcomeBatch): Promise<void>;
  /** Writes pending data; for the end of a page and before an export. Without a session nothing is written. */
  flush(): Promise<void>;
  /** The session has a user now. */
  begin(): void;
  /** Nothing more is pushed: writes pending data, and gives up what belongs to nobody. */
  end(): Promise<void>;
  /** Pushed events that are not confirmed as written. */
  unwritten(): readonly Envelope[];
  /** Whether the session's start state is not confirmed as written. */
  lacksBegin(): boolean;
  /** False once events are no longer stored; earlier ones may still exist. */
  isKeeping(): boolean;
  /** Null if the log is in memory only. */
  store(): Promise<LogStore | null>;
}

interface WaitingOutcomes {
  readonly outcomes: OutcomeBatch;
  /** They were written or given up. */
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
  /** Opened with the first batch; settles with the previous write. */
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
    begin: schedule,
    async end() {
      await flush();
      if (ports.session() === null) giveUp();
    },
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
    if (ports.session() === null) return writing;
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

  /** The states are those after the newest event, the last of the batch, because they are taken synchronously. */
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
    if (!session) return;
    const outcomes = waited.map((one) => one.outcomes);
    const put = async () => {
      if (begins) {
        await kept.addCheckpoint(session, begins.checkpoint, begins.personal);
        begins = null;
      }
      await kept.append(session, batch, outcomes);
    };
    try {
      await put();
    } catch (error) {
      if (!isFull(error)) throw error;
      // Frees space once at the oldest end: half of the limit is plenty. A failed attempt may have freed some.
      const limits = ports.limits();
      const half = { ...limits, bytes: limits.bytes / 2 };
      await kept.trim(half, ports.now(), session.id).catch(() => undefined);
      await kept.bodies.trim(limits.bodies / 2).catch(() => undefined);
      await put();
    }
    if (due) {
      const { personal, ...checkpoint } = due;
      // The events matter most. Without a checkpoint they are dropped later or not at all.
      await kept.addCheckpoint(session, checkpoint, personal).catch(() => undefined);
    }
    if (untilTrim > 0) untilTrim -= 1;
    if (untilTrim > 0 || !ports.mayTrim()) return;
    untilTrim = TRIM_EVERY;
    // The events are written. Failing to drop old ones is no reason to stop.
    await kept.trim(ports.limits(), ports.now(), session.id).catch(() => undefined);
  }

  function giveUp(): void {
    waiting = [];
    for (const { done } of waitingOutcomes) done();
    waitingOutcomes = [];
  }

  function fail(error: unknown): null {
    giveUp();
    if (!hasFailed) {
      hasFailed = true;
      ports.onTrouble(error);
    }
    return null;
  }
}

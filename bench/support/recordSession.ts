/**
 * The cost of recording in the page's thread: synchronous work per event, and the later batch, digests, tokens for
 * names and checkpoints. The database is in a separate thread, as in a browser.
 */
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { fork, scopeBind } from "effector";
import * as builder from "#events/actions/policyBuilder.ts";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { createLogSessions, userIn } from "#src/app/logSessions.ts";
import { CHECKPOINT_EVERY } from "#src/kernel/log/logWriter.ts";
import { recordStateDigests } from "#src/kernel/log/stateDigests.ts";
import { createSessionLog } from "#src/kernel/log/sessionLog.ts";
import { openStoreBehind } from "#src/kernel/log/storeInWorker.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { createAppend, recorded } from "#src/kernel/recorder.ts";
import type { TableSnapshot } from "#src/kernel/tableSnapshot.ts";

/** Number of repeated events in one batch interval; for all other events one. */
const IN_A_BATCH: Readonly<Record<string, number>> = {
  [builder.thresholdMoved.type]: 24,
  [builder.tableScrolled.type]: 24,
  [builder.filterTextChanged.type]: 3,
};

const STORE = new URL("./storeThread.mjs", import.meta.url);

/** Number of shown table rows. */
const SHOWN = 120;

/**
 * Records events into a database in realistic batches, with an idle moment after each run of the same event.
 *
 * @returns for each event the milliseconds of synchronous work, and its share of later event loop time: of its batch,
 * of the idle moment after it, and of the checkpoint, which all events since the previous one share.
 */
export async function recordSession(events: readonly Envelope[]): Promise<readonly number[]> {
  const { port1, port2 } = new MessageChannel();
  const thread = new Worker(STORE, { workerData: port2, transferList: [port2 as never] });
  const scope = fork();
  const sessionOf = createLogSessions(() => "s");
  const append = createAppend({ now: () => Date.now(), newId: () => "a-1", sessionOf });
  const fire = scopeBind(recorded, { scope });
  let endBatch = (): void => undefined;
  const idles: (() => void)[] = [];
  const log = createSessionLog({
    id: "s",
    build: "0.1.0",
    begins: null,
    hold: () => () => undefined,
    open: () => openStoreBehind(port1, () => undefined),
    onTrouble: (error) => {
      throw error;
    },
    now: () => Date.now(),
    wait: () => new Promise((resolve) => (endBatch = resolve)),
    idle: () => new Promise((resolve) => void idles.push(() => resolve(() => 50))),
    states: () =>
      Object.fromEntries(
        [...allProjections()].map(([name, { $state }]) => [name, scope.getState($state)]),
      ),
    limits: () => ({ age: 1e12, bytes: 64e6, bodies: 512e6 }),
    mayTrim: () => true,
    visible: shown,
    projections: allProjections,
  });
  recordStateDigests(scope, log.note);
  log.belongsTo({ user: "u", key: new Uint8Array(32).fill(1) });

  const took = new Float64Array(events.length);
  /** Divides milliseconds among the events from one to the newest. */
  const share = (whole: number, from: number, newest: number) => {
    const each = whole / (newest - from + 1);
    for (let at = from; at <= newest; at += 1) took[at] = (took[at] ?? 0) + each;
  };
  const first = { batch: 0, run: 0, checkpoint: 0 };
  for (const [at, { type, payload, cause }] of events.entries()) {
    const definition = ALL_EVENTS.get(type);
    if (!definition) throw new Error(`${type} is not in the catalogue`);
    const start = performance.now();
    const { envelope } = append({ definition, payload, cause });
    userIn(envelope);
    log.push(envelope);
    fire(envelope);
    share(performance.now() - start, at, at);
    const goesOn = events[at + 1]?.type === type;
    if (!goesOn) {
      const before = worked();
      for (const begin of idles.splice(0)) begin();
      await settled();
      share(worked() - before, first.run, at);
      first.run = at + 1;
    }
    if (goesOn && at + 1 - first.batch < (IN_A_BATCH[type] ?? 1)) continue;
    const hasCheckpoint = at + 1 - first.checkpoint >= CHECKPOINT_EVERY;
    const before = worked();
    endBatch();
    await settled();
    await log.flush();
    share(worked() - before, hasCheckpoint ? first.checkpoint : first.batch, at);
    first.batch = at + 1;
    if (hasCheckpoint) first.checkpoint = at + 1;
  }
  await thread.terminate();
  return [...took];
}

function shown(): TableSnapshot {
  const read = () =>
    Array.from({ length: SHOWN }, (_, row) => ({
      row,
      name: `entitlement ${row}`,
      resource: `resource ${row % 7}`,
      count: row * 31,
      ticked: row % 3 === 0,
    }));
  return { range: { start: 0, end: SHOWN }, counts: { rows: SHOWN }, read };
}

/** All work started in this turn is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Milliseconds since its start. */
function worked(): number {
  return performance.eventLoopUtilization().active;
}

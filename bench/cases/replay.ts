/** The event log in Node: the cost of recording, the size of a working day, and the speed of seeking and replaying. */
import { fork, scopeBind } from "effector";
import { ALL_EVENTS } from "#events/catalogue.ts";
import { recordStateDigests, type RecordedOutcome } from "#src/kernel/log/stateDigests.ts";
import { createOutcomeDigester } from "#src/kernel/log/outcomes.ts";
import { createTimeline } from "#src/kernel/log/timeline.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { createAppend, recorded } from "#src/kernel/recorder.ts";
import { replayFile } from "#src/replay/replayFile.ts";
import type { BenchCase, OpenCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";
import { bundleOf } from "../support/bundleOf.ts";
import { randomFrom } from "../support/generateReport.ts";
import { generateSession } from "../support/generateSession.ts";
import { watchProcess } from "../support/watchProcess.ts";

export const REPLAY_SEED = 20_261_121;
/** Events of the working day. */
const DAY = 100_000;
const SEEKS = 200;
/** The fully replayed log, and the people named in a day's events, are this share of the day. */
const SHARE = 0.1;

/** On the page's thread, including the work that follows later. */
const RECORDING = "recording an event, with all that it causes";

function figuresAt(day: number) {
  const [events, share] = [day, day * SHARE].map((count) => count.toLocaleString("en"));
  return {
    bundle: `bundle of ${events} events`,
    replacing: `export that replaces ${share} names`,
    /** CPU time. */
    maxBlock: `export that replaces ${share} names: longest block`,
    replaying: `replay of a file of ${share} events`,
  };
}
const FIGURES = figuresAt(DAY);

export const replayCase: BenchCase = {
  describes: "the event log in Node: recording, size of a working day, seeking, replaying",
  takes: "3 min",
  options: { runs: 3, seed: REPLAY_SEED },
  goals: () => [
    { figure: RECORDING, statistic: "p99", atMost: 0.1 },
    { figure: FIGURES.bundle, statistic: "value", atMost: 2 },
    { figure: "seek: the first, to the last event", statistic: "value", atMost: 500 },
    { figure: "seek: later ones, anywhere", statistic: "max", atMost: 500 },
    { figure: FIGURES.replaying, statistic: "value", atMost: 1000 },
    { figure: FIGURES.maxBlock, statistic: "value", atMost: 50 },
  ],
  open: ({ seed }, cleanup) => openReplay(DAY, seed, cleanup),
};

/** @param day events of the working day. */
export function openReplay(day: number, seed: number, cleanup: Cleanup): Promise<OpenCase> {
  return Promise.resolve({
    run: () => runForked<readonly Measurement[]>(FORKED, { day, seed }, cleanup),
  });
}

const FORKED = { module: new URL(import.meta.url), work: "runReplayBench" } as const;

/** One run in this process. */
export async function runReplayBench({
  day: events,
  seed,
}: {
  readonly day: number;
  readonly seed: number;
}): Promise<readonly Measurement[]> {
  const figures = figuresAt(events);
  const short = generateSession(events * SHARE, seed);
  const day = generateSession(events, seed);
  const { recording, digesting } = record(short);
  // Its database must not be in another case's process.
  const { recordSession } = await import("../support/recordSession.ts");
  const whole = await recordSession(short.events);
  const [file, pack] = await timed(() => bundleOf(day));
  const crowd = generateSession(events, seed, events * SHARE);
  const watch = watchProcess();
  const [, replacing] = await timed(() => bundleOf(crowd));
  const { longestWork } = watch.stop();
  const replayed = await bundleOf(short);
  const [, replaying] = await timed(async () => {
    const { sessions } = await replayFile(replayed.stream());
    if (sessions.some(({ divergence }) => divergence !== null)) throw new Error("It diverges");
  });
  const { first, later } = seek(day, randomFrom(seed));
  const ms = (figure: string, ...samples: readonly number[]): Measurement => ({
    figure,
    unit: "ms",
    samples,
  });
  return [
    ms(RECORDING, ...whole),
    ms("the same, on average", whole.reduce((sum, one) => sum + one, 0) / whole.length),
    ms("recording an event, at once", ...recording),
    ms("digest of an outcome, in idle time", ...digesting),
    { figure: figures.bundle, unit: "MB", samples: [file.size / 1e6] },
    ms("making that bundle, names replaced", pack),
    ms(figures.replacing, replacing),
    ms(figures.maxBlock, longestWork),
    ms("seek: the first, to the last event", first),
    ms("seek: later ones, anywhere", ...later),
    ms(figures.replaying, replaying),
  ];
}

/** Stamps and records each event with all projections and their outcomes, as the app does. */
function record({ events }: LoggedSession) {
  const scope = fork();
  const notes: RecordedOutcome[] = [];
  recordStateDigests(scope, (note) => void notes.push(note));
  const append = createAppend({ now: () => Date.now(), newId: () => "a-1", sessionOf: () => "s" });
  const fire = scopeBind(recorded, { scope });
  const recording = events.map(({ type, payload, cause }) => {
    const definition = ALL_EVENTS.get(type);
    if (!definition) throw new Error(`${type} is not in the catalogue`);
    const start = performance.now();
    fire(append({ definition, payload, cause }).envelope);
    return performance.now() - start;
  });
  const states = new Map([...allProjections()].map(([name, { initial }]) => [name, initial]));
  const digester = createOutcomeDigester(states);
  const digesting = notes.map((note) => {
    const start = performance.now();
    digester.take(note);
    return performance.now() - start;
  });
  return { recording, digesting };
}

function seek(session: LoggedSession, random: () => number) {
  const timeline = createTimeline(session, allProjections().values());
  const to = (count: number) => {
    const start = performance.now();
    timeline.statesAt(count);
    return performance.now() - start;
  };
  const first = to(session.events.length);
  const later = Array.from({ length: SEEKS }, () =>
    to(Math.floor(random() * session.events.length)),
  );
  return { first, later };
}

async function timed<Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> {
  const start = performance.now();
  const value = await work();
  return [value, performance.now() - start];
}

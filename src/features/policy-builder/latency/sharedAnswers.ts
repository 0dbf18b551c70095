/**
 * Answers of the worker that the page reads from shared memory before it renders a frame. A message waits until the
 * current frame is rendered, and during a drag behind all input and frames, so its answer would appear a frame or more
 * later.
 */
import type { Remote } from "comlink";
import type {
  AnalyticsCore,
  AnalyticsWorker,
  BuilderAnswer,
  BuilderQuestion,
  QueryRefused,
} from "#workers/analytics/contract.ts";

/** Bytes; a longer answer, of a thousand rows, is sent as a message. */
const MEMORY = 256 * 1024;
const HEAD_BYTES = 16;
/** Whole percents from 0 to 100. */
const PERCENTS = 101;
/** Maximum busy-wait of the next frame in milliseconds after the query; pages cannot sleep. */
const MAX_HOLD = 4;
/** Milliseconds after the query during which each frame polls for the answer; later answers arrive as messages. */
const MAX_LOOK = 1000;

/** @returns a core whose answers each frame polls; the core itself if the page cannot share memory */
export function withSharedAnswers(core: Remote<AnalyticsWorker>): Remote<AnalyticsCore> {
  if (!globalThis.crossOriginIsolated) return core;
  const shared = new SharedAnswers();
  void core.shareMemory(shared.memory);
  let tickets = 0;
  let endingLoads = 0;
  // With one processor core the worker would wait for the busy page.
  const hold = navigator.hardwareConcurrency > 1 ? MAX_HOLD : 0;

  async function answer(question: BuilderQuestion): Promise<BuilderAnswer | QueryRefused> {
    // The answer may concern a report that the page does not know yet. As a message it arrives after that report's
    // message.
    if (endingLoads > 0) return core.answer(question);
    const ticket = ++tickets;
    const asked = performance.now();
    const reply = core.answerShared(question, ticket);
    let frame = 0;
    const inFrame = new Promise<BuilderAnswer>((resolve) => {
      const look = () => {
        const found = shared.wait(ticket, asked + hold);
        if (found) resolve(found);
        else if (performance.now() < asked + MAX_LOOK) frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
    });
    const inMessage = reply
      .finally(() => cancelAnimationFrame(frame))
      // The message contains no answer if a frame has already read it.
      .then((sent) => sent ?? shared.take(ticket) ?? inFrame);
    return Promise.race([inFrame, inMessage]);
  }

  async function endLoad(...args: Parameters<AnalyticsCore["endLoad"]>) {
    endingLoads++;
    try {
      return await core.endLoad(...args);
    } finally {
      endingLoads--;
    }
  }

  const own = new Map<string | symbol, unknown>(Object.entries({ answer, endLoad }));
  return new Proxy(core, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) });
}

/** The page's side of the memory; `workers/analytics/latency/sharedAnswers.ts` describes its layout. */
class SharedAnswers {
  readonly memory = new SharedArrayBuffer(MEMORY);
  readonly #head = new Int32Array(this.memory, 0, 3);
  readonly #counts = new Uint32Array(this.memory, HEAD_BYTES, 3 * PERCENTS);
  readonly #room = new Uint8Array(this.memory, HEAD_BYTES + this.#counts.byteLength);
  readonly #decoder = new TextDecoder();

  /** Polls for the answer until a time of `performance.now()`, at least once. */
  wait(ticket: number, until: number): BuilderAnswer | null {
    while (Atomics.load(this.#head, 0) !== ticket && performance.now() < until);
    return this.take(ticket);
  }

  /** Null if the answer is not there. */
  take(ticket: number): BuilderAnswer | null {
    if (Atomics.load(this.#head, 0) !== ticket) return null;
    // Copies, because decoders do not read shared memory and the worker will overwrite it.
    const json = this.#decoder.decode(this.#room.slice(0, this.#head[1]));
    const counts = this.#head[2] === 1 ? this.#counts.slice() : null;
    Atomics.store(this.#head, 0, 0);
    const answer = JSON.parse(json) as Omit<BuilderAnswer, "charts">;
    return { ...answer, charts: counts && chartsOf(counts) };
  }
}

function chartsOf(counts: Uint32Array<ArrayBuffer>): NonNullable<BuilderAnswer["charts"]> {
  return {
    curve: {
      entitlements: counts.subarray(0, PERCENTS),
      resources: counts.subarray(PERCENTS, 2 * PERCENTS),
    },
    histogram: counts.subarray(2 * PERCENTS),
  };
}

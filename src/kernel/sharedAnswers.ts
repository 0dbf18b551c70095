/**
 * Answers of the worker that the page finds in memory before it draws a frame. As a message an answer waits until the
 * frame that is being made is drawn, and while somebody drags, behind all input and frames: it is seen a frame or more later.
 */
import type { Remote } from "comlink";
import type {
  AnalyticsCore,
  AnalyticsWorker,
  BuilderAnswer,
  BuilderQuestion,
  QueryRefused,
} from "#workers/analytics/contract.ts";

/** Bytes; a longer answer, of a thousand rows, comes as a message. */
const MEMORY = 256 * 1024;
const HEAD_BYTES = 16;
/** Whole percents from 0 to 100. */
const PERCENTS = 101;
/**
 * Milliseconds from the question for which its frame is held back, by looking all the time, as pages may not sleep: most
 * answers are there by then, and would be a frame later without.
 */
const HOLD = 4;
/** Milliseconds from the question for which frames are asked for to look: what takes longer comes as a message. */
const LOOK = 1000;

/** @returns the core, with answers that are looked for with each frame; only for isolated pages, as others share no memory */
export function withSharedAnswers(core: Remote<AnalyticsWorker>): Remote<AnalyticsCore> {
  const shared = new SharedAnswers();
  void core.shareMemory(shared.memory);
  let tickets = 0;
  let loadsThatEnd = 0;
  // With one core the worker would wait for the page that waits for it.
  const hold = navigator.hardwareConcurrency > 1 ? HOLD : 0;

  async function answer(question: BuilderQuestion): Promise<BuilderAnswer | QueryRefused> {
    // It may be of a report of which the page has not heard yet: as a message it comes after that.
    if (loadsThatEnd > 0) return core.answer(question);
    const ticket = ++tickets;
    const asked = performance.now();
    const reply = core.answerShared(question, ticket);
    let frame = 0;
    const inFrame = new Promise<BuilderAnswer>((resolve) => {
      const look = () => {
        const found = shared.wait(ticket, asked + hold);
        if (found) resolve(found);
        else if (performance.now() < asked + LOOK) frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
    });
    const inMessage = reply
      .finally(() => cancelAnimationFrame(frame))
      // Without an answer where a frame has found it before.
      .then((said) => said ?? shared.take(ticket) ?? inFrame);
    return Promise.race([inFrame, inMessage]);
  }

  async function endLoad(...args: Parameters<AnalyticsCore["endLoad"]>) {
    loadsThatEnd++;
    try {
      return await core.endLoad(...args);
    } finally {
      loadsThatEnd--;
    }
  }

  const own = new Map<string | symbol, unknown>(Object.entries({ answer, endLoad }));
  return new Proxy(core, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) });
}

/** The page's side of the memory; `contract.ts` of the worker tells how answers lie there. */
class SharedAnswers {
  readonly memory = new SharedArrayBuffer(MEMORY);
  readonly #head = new Int32Array(this.memory, 0, 3);
  readonly #counts = new Uint32Array(this.memory, HEAD_BYTES, 3 * PERCENTS);
  readonly #room = new Uint8Array(this.memory, HEAD_BYTES + this.#counts.byteLength);
  readonly #decoder = new TextDecoder();

  /** Looks for the answer until then, of `performance.now()`, and once at least. */
  wait(ticket: number, until: number): BuilderAnswer | null {
    while (Atomics.load(this.#head, 0) !== ticket && performance.now() < until);
    return this.take(ticket);
  }

  /** Null where it does not lie there. */
  take(ticket: number): BuilderAnswer | null {
    if (Atomics.load(this.#head, 0) !== ticket) return null;
    // Copies: a decoder reads no shared memory, and what is shared is written again.
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

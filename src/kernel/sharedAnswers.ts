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
/** 0 to 100 percent. */
const COUNTS = 101;
/** Milliseconds from the question for which the next frame is held back: most answers take one, and it shows little without. */
const HOLD = 4;

/** @returns the core, with answers that are looked for with each frame; only for isolated pages, as others share no memory */
export function withSharedAnswers(core: Remote<AnalyticsWorker>): Remote<AnalyticsCore> {
  const shared = new SharedAnswers();
  void core.shareMemory(shared.memory);
  let tickets = 0;
  const answer = (question: BuilderQuestion): Promise<BuilderAnswer | QueryRefused> => {
    const ticket = ++tickets;
    const until = performance.now() + HOLD;
    const reply = core.answerShared(question, ticket);
    return new Promise((resolve, reject) => {
      let frame = 0;
      const look = () => {
        const found = shared.wait(ticket, until);
        if (found) resolve(found);
        else frame = requestAnimationFrame(look);
      };
      frame = requestAnimationFrame(look);
      reply.then((said) => {
        cancelAnimationFrame(frame);
        // Null, too, where it was found before its message came.
        const told = said ?? shared.take(ticket);
        if (told) resolve(told);
      }, reject);
    });
  };
  return new Proxy(core, {
    get: (target, name) => (name === "answer" ? answer : Reflect.get(target, name)),
  });
}

/** The page's side of the memory; `contract.ts` of the worker tells how answers lie there. */
class SharedAnswers {
  readonly memory = new SharedArrayBuffer(MEMORY);
  readonly #head = new Int32Array(this.memory, 0, 3);
  readonly #counts = new Uint32Array(this.memory, HEAD_BYTES, 3 * COUNTS);
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
    const answer = JSON.parse(json) as Omit<BuilderAnswer, "glance">;
    return { ...answer, glance: counts && glanceOf(counts) };
  }
}

function glanceOf(counts: Uint32Array<ArrayBuffer>): NonNullable<BuilderAnswer["glance"]> {
  return {
    curve: {
      entitlements: counts.subarray(0, COUNTS),
      resources: counts.subarray(COUNTS, 2 * COUNTS),
    },
    histogram: counts.subarray(2 * COUNTS),
  };
}

/**
 * A core in a worker that can write answers to shared memory, where the page finds them before it renders a frame; a
 * message would wait until that frame is rendered.
 * The layout: Int32 0 is the ticket of the stored answer, 0 while it is free, and is written last; Int32 1 is the
 * length of its JSON in bytes; Int32 2 is 1 if charts follow. From byte 16 on there are three times 101 Uint32, the
 * charts: entitlements and resources of the curve, histogram. Then the JSON of the rest, in UTF-8.
 */
import type { AnalyticsCore } from "../core.ts";
import type { BuilderAnswer, BuilderQuestion } from "../methods/answer.ts";
import type { QueryRefused } from "../methods/query.ts";
import { PERCENTS } from "../rows/percentages.ts";

const HEAD_BYTES = 16;

export interface AnalyticsWorker extends AnalyticsCore {
  /** The memory to which `answerShared` may write from now on. */
  shareMemory(memory: SharedArrayBuffer): void;
  /**
   * Like `answer`; null if the answer is in the shared memory. The reply contains it if there is no memory, if another
   * answer is still stored, or if it is too long; errors are always in the reply.
   *
   * @param ticket from 1 up, different for each query
   */
  answerShared(question: BuilderQuestion, ticket: number): BuilderAnswer | QueryRefused | null;
}

export function shareAnswers(core: AnalyticsCore): AnalyticsWorker {
  let lay: Lay = () => false;
  return {
    ...core,
    shareMemory(memory) {
      lay = layingIn(memory);
    },
    answerShared(question, ticket) {
      const answer = core.answer(question);
      return answer.ok && lay(ticket, answer) ? null : answer;
    },
  };
}

/** Stores an answer under its ticket; false if another is still stored or it is too long. */
type Lay = (ticket: number, answer: BuilderAnswer) => boolean;

function layingIn(memory: SharedArrayBuffer): Lay {
  const head = new Int32Array(memory, 0, 3);
  const counts = new Uint32Array(memory, HEAD_BYTES, 3 * PERCENTS);
  const room = new Uint8Array(memory, HEAD_BYTES + counts.byteLength);
  const encoder = new TextEncoder();
  return (ticket, { charts, ...rest }) => {
    if (Atomics.load(head, 0) !== 0) return false;
    const json = encoder.encode(JSON.stringify(rest));
    if (json.length > room.length) return false;
    room.set(json);
    if (charts !== null) {
      counts.set(charts.curve.entitlements, 0);
      counts.set(charts.curve.resources, PERCENTS);
      counts.set(charts.histogram, 2 * PERCENTS);
    }
    head[1] = json.length;
    head[2] = charts === null ? 0 : 1;
    Atomics.store(head, 0, ticket);
    return true;
  };
}

/** A core whose answers lie in memory that the page sees, too; `contract.ts` tells how they lie there. */
import type { AnalyticsCore, AnalyticsWorker, BuilderAnswer } from "./contract.ts";
import { PERCENTS } from "./methods/percentages.ts";

const HEAD_BYTES = 16;

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

/** Lays an answer there under its ticket, unless another lies there still, or it is too long: false then. */
type Lay = (ticket: number, answer: BuilderAnswer) => boolean;

function layingIn(memory: SharedArrayBuffer): Lay {
  const head = new Int32Array(memory, 0, 3);
  const counts = new Uint32Array(memory, HEAD_BYTES, 3 * PERCENTS);
  const room = new Uint8Array(memory, HEAD_BYTES + counts.byteLength);
  const encoder = new TextEncoder();
  return (ticket, { glance, ...rest }) => {
    if (Atomics.load(head, 0) !== 0) return false;
    const json = encoder.encode(JSON.stringify(rest));
    if (json.length > room.length) return false;
    room.set(json);
    if (glance !== null) {
      counts.set(glance.curve.entitlements, 0);
      counts.set(glance.curve.resources, PERCENTS);
      counts.set(glance.histogram, 2 * PERCENTS);
    }
    head[1] = json.length;
    head[2] = glance === null ? 0 : 1;
    Atomics.store(head, 0, ticket);
    return true;
  };
}

/**
 * The worker client: the one module that says `new Worker`. A worker starts with the first question and reports cross to
 * it as transferred bytes.
 */
import { transfer, wrap, type Remote } from "comlink";
import type { AnalyticsCore, AnalyticsWorker } from "#workers/analytics/contract.ts";
import { CoreUnreachable, type Args, type Ask, type Method, type Reply } from "./analytics.ts";

/** A core that answers at once or later. */
type Answering = {
  readonly [Name in Method]: (...args: Args<Name>) => Reply<Name> | Promise<Reply<Name>>;
};

/** Starts a core; `fail` is called when that does not succeed, and may be called later. */
export type StartCore = (fail: () => void) => Answering;

function newWorker(fail: () => void): Worker {
  const worker = new Worker(new URL("../../workers/analytics/worker.ts", import.meta.url), {
    type: "module",
  });
  worker.addEventListener("error", fail);
  return worker;
}

/** Starts a core in a worker; `fail` is called when its script does not come. */
export function startAnalytics(fail: () => void): Remote<AnalyticsWorker> {
  return wrap<AnalyticsWorker>(newWorker(fail));
}

/** Asks a core of its own beside that of the app, for as long as it is needed. */
export function createPassingCore(): { readonly ask: Ask; readonly end: () => void } {
  let worker: Worker | null = null;
  return {
    ask: createAsk((fail) => wrap<AnalyticsWorker>((worker = newWorker(fail)))),
    end: () => worker?.terminate(),
  };
}

/**
 * `start` is called with the first question, and again with the one after a failed start. What is asked of a core that
 * does not start rejects with `CoreUnreachable`.
 */
export function createAsk(start: StartCore): Ask {
  let starting: StartedCore | null = null;
  return async <Name extends Method>(method: Name, ...args: Args<Name>): Promise<Reply<Name>> => {
    const started = (starting ??= startCore(start, () => {
      // What breaks in a core that has answered is told with its answers.
      if (starting?.failed !== null) starting = null;
    }));
    const reply = started.core[method](...(args.map(transferBytes) as typeof args));
    // Only until the first answer: a promise that never settles would keep every one that it is raced with.
    if (started.failed === null) return reply;
    const answer = await Promise.race([reply, started.failed]);
    started.failed = null;
    return answer;
  };
}

interface StartedCore {
  readonly core: Answering;
  /** Rejects when the core does not start; null once it has answered. */
  failed: Promise<never> | null;
}

function startCore(start: StartCore, forget: () => void): StartedCore {
  let fail = (): void => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new CoreUnreachable());
  });
  failed.catch(forget);
  return { core: start(() => fail()), failed };
}

function transferBytes(arg: unknown): unknown {
  const isBytes = Array.isArray(arg) && arg.every((chunk) => chunk instanceof Uint8Array);
  return isBytes
    ? transfer(
        arg,
        arg.map(({ buffer }) => buffer),
      )
    : arg;
}

/** Asks a core of this thread: for replays without a browser. */
export function createLocalAsk(core: AnalyticsCore): Ask {
  return createAsk(() => core);
}

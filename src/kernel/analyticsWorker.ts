/**
 * The worker client: the only module with `new Worker`. A worker starts with the first query, and reports reach it as
 * transferred bytes.
 */
import { transfer, wrap, type Remote } from "comlink";
import type { AnalyticsCore, AnalyticsWorker } from "#workers/analytics/contract.ts";
import { CoreUnreachable, type Args, type Ask, type Method, type Reply } from "./analytics.ts";

/** A core that answers synchronously or asynchronously. */
type Answering = {
  readonly [Name in Method]: (...args: Args<Name>) => Reply<Name> | Promise<Reply<Name>>;
};

/** Starts a core; `fail` is called if that fails, possibly later. */
export type StartCore = (fail: () => void) => Answering;

function newWorker(fail: () => void): Worker {
  const worker = new Worker(new URL("../../workers/analytics/worker.ts", import.meta.url), {
    type: "module",
  });
  worker.addEventListener("error", fail);
  return worker;
}

/** Starts a core in a worker; `fail` is called if its script cannot be loaded. */
export function startAnalytics(fail: () => void): Remote<AnalyticsWorker> {
  return wrap<AnalyticsWorker>(newWorker(fail));
}

/** Uses a separate core beside the app's, until it is released. */
export function createPassingCore(): { readonly ask: Ask; readonly end: () => void } {
  let worker: Worker | null = null;
  return {
    ask: createAsk((fail) => wrap<AnalyticsWorker>((worker = newWorker(fail)))),
    end: () => worker?.terminate(),
  };
}

/**
 * `start` is called with the first query, and again with the one after a failed start. Queries of a core that does not
 * start reject with `CoreUnreachable`.
 */
export function createAsk(start: StartCore): Ask {
  let starting: StartedCore | null = null;
  return async <Name extends Method>(method: Name, ...args: Args<Name>): Promise<Reply<Name>> => {
    const started = (starting ??= startCore(start, () => {
      // Errors of a core that has answered before are reported with its answers.
      if (starting?.failed !== null) starting = null;
    }));
    const reply = started.core[method](...(args.map(transferBytes) as typeof args));
    // Only until the first answer, because a promise that never settles would retain every promise raced with it.
    if (started.failed === null) return reply;
    const answer = await Promise.race([reply, started.failed]);
    started.failed = null;
    return answer;
  };
}

interface StartedCore {
  readonly core: Answering;
  /** Rejects if the core does not start; null once it has answered. */
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

/** Queries a core in this thread, for replays without a browser. */
export function createLocalAsk(core: AnalyticsCore): Ask {
  return createAsk(() => core);
}

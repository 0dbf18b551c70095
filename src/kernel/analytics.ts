/**
 * The worker client: the one module that says `new Worker`. The app's worker starts with the first report and is
 * never ended; reports cross to it as transferred bytes, and what comes back is derived and never recorded.
 */
import { transfer, wrap, type Remote } from "comlink";
import { createEffect } from "effector";
import type { AnalyticsCore, AnalyticsWorker } from "#workers/analytics/contract.ts";

type Method = keyof AnalyticsCore;
type Args<Name extends Method> = Parameters<AnalyticsCore[Name]>;
type Reply<Name extends Method> = Awaited<ReturnType<AnalyticsCore[Name]>>;

/** Asks a core. Byte chunks among the arguments are transferred: each is in a buffer of its own, and gone afterwards. */
export type Ask = <Name extends Method>(method: Name, ...args: Args<Name>) => Promise<Reply<Name>>;

/** A question to a core: the method and its arguments. */
export type Question = { [Name in Method]: [method: Name, ...args: Args<Name>] }[Method];

/** A core that answers at once or later. */
type Answering = {
  readonly [Name in Method]: (...args: Args<Name>) => Reply<Name> | Promise<Reply<Name>>;
};

/** Gives a handler of any question the types of the core: a question of a method has an answer of that method. */
export function typedAsk(handle: (question: Question) => Promise<unknown>): Ask {
  return ((...question: Question) => handle(question)) as Ask;
}

/** Asks any question. */
export function askAny(ask: Ask, question: Question): Promise<unknown> {
  const untyped: (...question: Question) => Promise<unknown> = ask;
  return untyped(...question);
}

/** The worker's script did not come, as where the connection is gone; the next question starts another worker. */
export class CoreUnreachable extends Error {
  override readonly name = "CoreUnreachable";
  constructor() {
    super("The part of this page that reads reports could not be loaded. Try again.");
  }
}

/** A replay whose log does not hold the report: it says so itself, and nothing failed for whoever it was recorded of. */
export class ReportLeftOut extends Error {
  override readonly name = "ReportLeftOut";
  constructor() {
    super("The report was left out of this log, so that its table cannot be shown.");
  }
}

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

/** Port: asks the core. */
export const analyticsFx = createEffect<Question, unknown>({
  sid: "port/analytics",
  handler: () => {
    throw new Error("The app was started without an analytics port");
  },
});

/** Asks the core by the port; call it in effects, which know their scope. */
export const askAnalytics = typedAsk((question) => analyticsFx(question));

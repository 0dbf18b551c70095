/**
 * The worker client: the one module that says `new Worker`. The app's worker starts with the first report and is
 * never ended; reports cross to it as transferred bytes, and what comes back is derived and never recorded.
 */
import { transfer, wrap, type Remote } from "comlink";
import { createEffect } from "effector";
import type {
  AnalyticsCore,
  AnalyticsWorker,
  ApplyBody,
  ApplyList,
  BuilderAnswer,
  BuilderQuery,
  BuilderQuestion,
  CsvChunk,
  CsvCursor,
  FoundRow,
  LoadFailure,
  LoadId,
  LoadProgress,
  LoadReply,
  PolicyReply,
  QueryRefused,
  QueryReply,
  ReportSummary,
  TablePosition,
  TableRange,
  TableWindow,
} from "#workers/analytics/contract.ts";
import { withSharedAnswers } from "./sharedAnswers.ts";

/** One question to the core, and by `method` what it answers. */
export type AnalyticsRequest =
  | { readonly method: "beginLoad"; readonly keeps: boolean }
  | {
      readonly method: "loadChunks";
      readonly load: LoadId;
      /** Each in a buffer of its own, which is transferred and gone afterwards. */
      readonly chunks: readonly Uint8Array<ArrayBuffer>[];
    }
  | { readonly method: "endLoad"; readonly load: LoadId }
  | { readonly method: "cancelLoad"; readonly load: LoadId }
  | { readonly method: "takeBytes"; readonly digest: string }
  | {
      readonly method: "loadPolicy";
      /** As chunks of a report. */
      readonly pieces: readonly Uint8Array<ArrayBuffer>[];
      readonly keeps: boolean;
    }
  | { readonly method: "setPolicy"; readonly digest: string | null }
  | { readonly method: "summary" }
  | { readonly method: "query"; readonly query: BuilderQuery }
  | { readonly method: "answer"; readonly question: BuilderQuestion }
  | { readonly method: "window"; readonly generation: number; readonly range: TableRange }
  | {
      readonly method: "findRow";
      readonly generation: number;
      readonly text: string;
      readonly from: TablePosition;
    }
  | { readonly method: "applyList" | "applyBody"; readonly generation: number }
  | {
      readonly method: "csv";
      readonly generation: number;
      readonly of: "shown" | "selected";
      readonly from: CsvCursor | null;
    };

interface Replies {
  readonly beginLoad: LoadId;
  readonly loadChunks: LoadProgress;
  readonly endLoad: LoadReply | LoadFailure;
  readonly cancelLoad: void;
  readonly takeBytes: Blob | null;
  readonly loadPolicy: PolicyReply;
  readonly setPolicy: boolean;
  readonly summary: ReportSummary | null;
  readonly query: QueryReply;
  readonly answer: BuilderAnswer | QueryRefused;
  readonly window: TableWindow | null;
  readonly findRow: FoundRow | null;
  readonly applyList: ApplyList | null;
  readonly applyBody: ApplyBody | null;
  readonly csv: CsvChunk | null;
}

export interface AnalyticsPort {
  <Request extends AnalyticsRequest>(request: Request): Promise<Replies[Request["method"]]>;
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
export type StartCore = (fail: () => void) => Remote<AnalyticsCore>;

function newWorker(fail: () => void): Worker {
  const worker = new Worker(new URL("../../workers/analytics/worker.ts", import.meta.url), {
    type: "module",
  });
  worker.addEventListener("error", fail);
  return worker;
}

function coreIn(worker: Worker): Remote<AnalyticsCore> {
  const core = wrap<AnalyticsWorker>(worker);
  return globalThis.crossOriginIsolated ? withSharedAnswers(core) : core;
}

/** A port to a core of its own beside that of the app, for as long as it is needed. */
export function createPassingPort(): { readonly ask: AnalyticsPort; readonly end: () => void } {
  let worker: Worker | null = null;
  return {
    ask: createAnalyticsPort((fail) => coreIn((worker = newWorker(fail)))),
    end: () => worker?.terminate(),
  };
}

/**
 * Makes the port; `start` is called with the first request, and again with the one after a failed start.
 * The port rejects with `CoreUnreachable` what is asked of a core that does not start.
 */
export function createAnalyticsPort(
  start: StartCore = (fail) => coreIn(newWorker(fail)),
): AnalyticsPort {
  let starting: StartedCore | null = null;
  return (async (request: AnalyticsRequest) => {
    const started = (starting ??= startCore(start, () => {
      // What breaks in a core that has answered is told with its answers.
      if (starting?.failed !== null) starting = null;
    }));
    const reply = askCore(started.core, request);
    // Only until the first answer: a promise that never settles would keep every one that it is raced with.
    if (started.failed === null) return reply;
    const answer = await Promise.race([reply, started.failed]);
    started.failed = null;
    return answer;
  }) as AnalyticsPort;
}

interface StartedCore {
  readonly core: Remote<AnalyticsCore>;
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

async function askCore(core: Remote<AnalyticsCore>, request: AnalyticsRequest): Promise<unknown> {
  switch (request.method) {
    case "beginLoad":
      return core.beginLoad(request.keeps);
    case "loadChunks":
      return core.loadChunks(request.load, transferred(request.chunks));
    case "endLoad":
      return core.endLoad(request.load);
    case "cancelLoad":
      return core.cancelLoad(request.load);
    case "takeBytes":
      return core.takeBytes(request.digest);
    case "loadPolicy":
      return core.loadPolicy(transferred(request.pieces), request.keeps);
    case "setPolicy":
      return core.setPolicy(request.digest);
    case "summary":
      return core.summary();
    case "query":
      return core.query(request.query);
    case "answer":
      return core.answer(request.question);
    case "window":
      return core.window(request.generation, request.range);
    case "findRow":
      return core.findRow(request.generation, request.text, request.from);
    case "applyList":
      return core.applyList(request.generation);
    case "applyBody":
      return core.applyBody(request.generation);
    case "csv":
      return core.csv(request.generation, request.of, request.from);
    default:
      return request satisfies never;
  }
}

function transferred(chunks: readonly Uint8Array<ArrayBuffer>[]) {
  return transfer(
    chunks,
    chunks.map(({ buffer }) => buffer),
  );
}

/** A port to a core of this thread: for replays without a browser. */
export function createLocalPort(core: AnalyticsCore): AnalyticsPort {
  // Its answers come at once where those of a worker come later; whoever asks awaits both.
  return createAnalyticsPort(() => core as unknown as Remote<AnalyticsCore>);
}

/** Port: asks the core; derive effects with answers of one method from it by `attach`. */
export const analyticsFx = createEffect<AnalyticsRequest, unknown>({
  sid: "port/analytics",
  handler: () => {
    throw new Error("The app was started without an analytics port");
  },
});

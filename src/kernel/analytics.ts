/** The port to the analytics core. The core's answers are derived and never recorded. */
import { message } from "#events/messages/message.ts";
import { MessageError } from "./messageError.ts";
import { createEffect } from "effector";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";

export type Method = keyof AnalyticsCore;
export type Args<Name extends Method> = Parameters<AnalyticsCore[Name]>;
export type Reply<Name extends Method> = Awaited<ReturnType<AnalyticsCore[Name]>>;

/**
 * Queries a core. Byte chunks among the arguments are transferred: each needs its own buffer, which is detached
 * afterwards.
 */
export type Ask = <Name extends Method>(method: Name, ...args: Args<Name>) => Promise<Reply<Name>>;

/** A query of a core: the method and its arguments. */
export type Question = { [Name in Method]: [method: Name, ...args: Args<Name>] }[Method];

/** Types a generic handler by the core: a method's query has the method's answer. */
export function typedAsk(handle: (question: Question) => Promise<unknown>): Ask {
  return ((...question: Question) => handle(question)) as Ask;
}

/** Sends any query. */
export function askAny(ask: Ask, question: Question): Promise<unknown> {
  const untyped: (...question: Question) => Promise<unknown> = ask;
  return untyped(...question);
}

/** The worker's script could not be loaded, for example without a connection. The next query starts another worker. */
export class CoreUnreachable extends MessageError {
  override readonly name = "CoreUnreachable";
  constructor() {
    super(message("reports.coreUnreachable"));
  }
}

/** The failure of a load whose core does not start; rethrows any other error. */
export function notStarted(error: unknown) {
  if (!(error instanceof CoreUnreachable)) throw error;
  return { ok: false, code: "ENOWORKER", reason: error.reason } as const;
}

/** A replay whose log lacks the report. The replay reports it itself, and nothing failed during the recording. */
export class ReportLeftOut extends MessageError {
  override readonly name = "ReportLeftOut";
  constructor() {
    super(message("reports.leftOut"));
  }
}

/** Port: queries the core. */
export const analyticsFx = createEffect<Question, unknown>({
  sid: "port/analytics",
  handler: () => {
    throw new Error("The app was started without an analytics port");
  },
});

/** Queries the core by the port. Call it in effects, which have a scope. */
export const askAnalytics = typedAsk((question) => analyticsFx(question));

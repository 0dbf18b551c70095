/** The port to the analytics core: how the app asks it. What it answers is derived and never recorded. */
import { message } from "#events/messages/message.ts";
import { MessageError } from "./messageError.ts";
import { createEffect } from "effector";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";

export type Method = keyof AnalyticsCore;
export type Args<Name extends Method> = Parameters<AnalyticsCore[Name]>;
export type Reply<Name extends Method> = Awaited<ReturnType<AnalyticsCore[Name]>>;

/** Asks a core. Byte chunks among the arguments are transferred: each is in a buffer of its own, and gone afterwards. */
export type Ask = <Name extends Method>(method: Name, ...args: Args<Name>) => Promise<Reply<Name>>;

/** A question to a core: the method and its arguments. */
export type Question = { [Name in Method]: [method: Name, ...args: Args<Name>] }[Method];

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
export class CoreUnreachable extends MessageError {
  override readonly name = "CoreUnreachable";
  constructor() {
    super(message("reports.coreUnreachable"));
  }
}

/** The failure of a load whose core does not start; throws any other error. */
export function notStarted(error: unknown) {
  if (!(error instanceof CoreUnreachable)) throw error;
  return { ok: false, code: "ENOWORKER", reason: error.reason } as const;
}

/** A replay whose log does not hold the report: it says so itself, and nothing failed for whoever it was recorded of. */
export class ReportLeftOut extends MessageError {
  override readonly name = "ReportLeftOut";
  constructor() {
    super(message("reports.leftOut"));
  }
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

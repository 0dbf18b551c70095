/** The app's analytics core. Its code loads after sign-in, and its worker starts with the first query. */
import { withSharedAnswers } from "../features/policy-builder/index.ts";
import type { Ask } from "../kernel/analytics.ts";
import { createAsk, startAnalytics } from "../kernel/analyticsWorker.ts";
import type { KeepBytes } from "../kernel/network.ts";
import { createStreamPolicy } from "../kernel/streamPolicy.ts";
import { createStreamReport } from "../kernel/streamReport.ts";

export interface AppCore {
  readonly ask: Ask;
  readonly streamReport: KeepBytes;
  readonly streamPolicy: KeepBytes;
}

/** @param keepBody stores the bytes of a body that events reference. */
export function createAppCore(keepBody: (digest: string, bytes: Blob) => void): AppCore {
  const ask = createAsk((fail) => withSharedAnswers(startAnalytics(fail)));
  return {
    ask,
    streamReport: createStreamReport(ask, keepBody),
    streamPolicy: createStreamPolicy(ask, keepBody),
  };
}

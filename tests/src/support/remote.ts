import type { Remote } from "comlink";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";

/** A core of this thread as the port sees one: comlink makes every answer a promise, and awaiting a value is the same. */
export function remoteOf(core: AnalyticsCore): Remote<AnalyticsCore> {
  return core as unknown as Remote<AnalyticsCore>;
}

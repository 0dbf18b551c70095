import type { Remote } from "comlink";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";

/** Loads a whole report in chunks, like a page. */
export async function loadReport(
  core: AnalyticsCore | Remote<AnalyticsCore>,
  bytes: Uint8Array,
): ReturnType<AnalyticsCore["endLoad"]> {
  const load = await core.beginLoad();
  const progress = await core.loadChunks(load, [bytes]);
  return progress.ok ? core.endLoad(load) : progress;
}

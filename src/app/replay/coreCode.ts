/** Preloads the analytics core's code. Workers load theirs when they start, which is too late for a replay. */
// oxlint-disable import/default -- the build gives their addresses
import threadUrl from "#workers/analytics/indexing/thread.ts?worker&url";
import workerUrl from "#workers/analytics/worker.ts?worker&url";
import { fetchIntoCache } from "../../kernel/network.ts";

/** Loads it into the browser's cache, from which workers start. */
export async function fetchCoreCode(): Promise<void> {
  await Promise.all([workerUrl, threadUrl].map(fetchIntoCache));
}

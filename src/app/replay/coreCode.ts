/** The code of the analytics core. Workers fetch theirs when they start, which is too late for a replay. */
// oxlint-disable import/default -- the build gives their addresses
import threadUrl from "#workers/analytics/indexing/thread.ts?worker&url";
import workerUrl from "#workers/analytics/worker.ts?worker&url";

/** Fetches it into the browser's cache, from which workers start then. */
export async function fetchCoreCode(): Promise<void> {
  await Promise.all([workerUrl, threadUrl].map(fetchCode));
}

async function fetchCode(url: string): Promise<void> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} is not there`);
  await reply.arrayBuffer();
}

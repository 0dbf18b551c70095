import { Worker } from "node:worker_threads";

/** The `workerData` of the server's threads. */
export interface ThreadData<T> {
  /** URL of the thread's module. */
  entry: string;
  settings: T;
}

/**
 * Starts a worker thread on a module: TypeScript in tests, and the built file in a built server.
 * @param entry `new URL('./thread.ts', import.meta.url)`
 * @param settings the module's `workerData.settings`; must be cloneable.
 * @param maxHeap megabytes, beyond which the thread ends with ERR_WORKER_OUT_OF_MEMORY; by default Node's limit.
 */
export function startThread<T>(entry: URL, settings: T, maxHeap?: number): Worker {
  const data: ThreadData<T> = { entry: entry.href, settings };
  return new Worker(new URL("./bootstrap.mjs", import.meta.url), {
    workerData: data,
    execArgv: [],
    ...(maxHeap !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeap } }),
  });
}

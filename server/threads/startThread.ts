import { Worker } from "node:worker_threads";

/** What a thread of the server gets as its `workerData`. */
export interface ThreadData<T> {
  /** URL of the thread's TypeScript module. */
  entry: string;
  settings: T;
}

/**
 * Starts a worker thread on a TypeScript module, from `node --import tsx` as well as from Vitest.
 * @param entry `new URL('./thread.ts', import.meta.url)`
 * @param settings what the module finds in `workerData.settings`; must be cloneable.
 */
export function startThread<T>(entry: URL, settings: T): Worker {
  const data: ThreadData<T> = { entry: entry.href, settings };
  return new Worker(new URL("./bootstrap.mjs", import.meta.url), {
    workerData: data,
    execArgv: [],
  });
}

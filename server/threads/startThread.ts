import { Worker } from "node:worker_threads";

/** What a thread of the server gets as its `workerData`. */
export interface ThreadData<T> {
  /** URL of the thread's module. */
  entry: string;
  settings: T;
}

/**
 * Starts a worker thread on a module, which is TypeScript in tests, and built where the server is.
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

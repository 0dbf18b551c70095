/** The thread's side of `remote.ts`. */
import { parentPort } from "node:worker_threads";
import type { ThreadMethods, ThreadReply, ThreadRequest } from "./remote.ts";

/** Answers calls of `methods` while the thread lives. A method that throws fails only its call. */
export function serve(methods: ThreadMethods): void {
  const port = parentPort;
  if (!port) throw new Error("Only a worker thread can serve");
  const run = (request: ThreadRequest): ThreadReply => {
    try {
      const method = methods[request.method] as ((...parameters: unknown[]) => unknown) | undefined;
      if (!method) throw new Error(`The thread has no method ${request.method}`);
      return { result: method(...request.parameters) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  port.on("message", (request: ThreadRequest) => port.postMessage(run(request)));
}

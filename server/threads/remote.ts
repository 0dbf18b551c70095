/**
 * Remote method calls to a thread. Replies arrive in the order of the calls, because the thread runs them one by one.
 * When the thread ends, every open and later call fails.
 */
import type { Worker } from "node:worker_threads";

type Method = (...parameters: never[]) => unknown;
export type ThreadMethods = Record<string, Method>;

export interface ThreadRequest {
  method: string;
  parameters: unknown[];
}

export type ThreadReply = { result: unknown } | { error: string };

export interface Remote<Methods extends ThreadMethods> {
  call<Name extends keyof Methods & string>(
    method: Name,
    ...parameters: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
  /** Like `call`, but transfers the buffers of the parameters to the thread, so the caller can no longer use them. */
  give<Name extends keyof Methods & string>(
    buffers: readonly ArrayBuffer[],
    method: Name,
    ...parameters: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>;
  /** Ends the thread at once; open calls fail. */
  end(): Promise<void>;
}

interface OpenCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export function remote<Methods extends ThreadMethods>(worker: Worker): Remote<Methods> {
  const open: OpenCall[] = [];
  let endedBy: Error | undefined;
  const fail = (error: Error): void => {
    endedBy ??= error;
    for (const call of open.splice(0)) call.reject(endedBy);
  };
  worker.on("message", (reply: ThreadReply) => {
    const call = open.shift();
    if ("error" in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.result);
  });
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`The thread ended with code ${code}`)));
  const give = (
    buffers: readonly ArrayBuffer[],
    method: string,
    ...parameters: unknown[]
  ): Promise<unknown> => {
    if (endedBy) return Promise.reject(endedBy);
    return new Promise((resolve, reject) => {
      open.push({ resolve, reject });
      const request: ThreadRequest = { method, parameters };
      worker.postMessage(request, buffers);
    });
  };
  const call = (method: string, ...parameters: unknown[]) => give([], method, ...parameters);
  return {
    call: call as Remote<Methods>["call"],
    give: give as Remote<Methods>["give"],
    end: async () => {
      await worker.terminate();
    },
  };
}

/** Reads large bodies in a separate thread, so that they do not block the event loop. */
import type { Worker } from "node:worker_threads";
import { message } from "#events/messages/message.ts";
import { KeyedQueue } from "../keyedQueue.ts";
import { ApiError } from "../plugins/errors.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import type { BodyMethods } from "./bodyThread.ts";
import type { ReadBody } from "./readBody.ts";

/** A body that the thread has already checked and prepared. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * Megabytes of heap for one body, on small machines, too: V8 ends the whole process if a parser runs out of heap. 58 MB of
 * ids take about 250.
 */
const MAX_HEAP = 1024;

export class LargeBodies {
  readonly #startThread: () => Worker;
  /** One body at a time: a thread that ends, for example without memory, takes no other body with it. */
  readonly #queue = new KeyedQueue();
  #thread: Remote<BodyMethods> | null = null;
  #hasEnded = false;

  constructor(startThread = startBodyThread) {
    this.#startThread = startThread;
  }

  /**
   * @param call the name of the call whose schema the body must match.
   * @param bytes the body. They are transferred, so the caller can no longer use them.
   * @throws ApiError EINVALID, ETOOLARGE, or EUNAVAILABLE if the server is stopping.
   */
  async read(call: string, bytes: Uint8Array<ArrayBuffer>): Promise<CheckedBody> {
    const read = await this.#queue.run("body", () => this.#give(call, bytes));
    if ("value" in read) return new CheckedBody(read.value);
    const { code, reason, fields } = read.refusal;
    throw new ApiError(code, reason, fields);
  }

  /** Ends the thread. The body that it reads, and those that wait, are refused. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#thread?.end();
  }

  async #give(call: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadBody> {
    if (this.#hasEnded) throw stopping();
    const thread = (this.#thread ??= this.#start());
    return thread.give([bytes.buffer], "read", call, bytes).catch((error: unknown) => {
      if (this.#hasEnded) throw stopping();
      throw error;
    });
  }

  /** Starts the thread with the first large body, because most servers never receive one. */
  #start(): Remote<BodyMethods> {
    const worker = this.#startThread();
    const thread = remote<BodyMethods>(worker);
    // The next body starts another thread if this one ends, e.g. because it ran out of memory.
    const replace = () => {
      if (this.#thread === thread) this.#thread = null;
    };
    worker.once("error", replace);
    worker.once("exit", replace);
    return thread;
  }
}

/** Reads bodies as the product does. */
export function startBodyThread(): Worker {
  return startThread(new URL("./bodyThread.ts", import.meta.url), null, MAX_HEAP);
}

function stopping(): ApiError {
  return new ApiError("EUNAVAILABLE", message("server.stopping"));
}

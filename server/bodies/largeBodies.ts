/** Reads large bodies in a separate thread, so that they do not block the event loop. */
import { ApiError } from "../plugins/errors.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import type { BodyMethods } from "./bodyThread.ts";

/** A body that the thread has already checked and prepared. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export class LargeBodies {
  #thread: Remote<BodyMethods> | null = null;

  /**
   * @param call the name of the call whose schema the body must match.
   * @param bytes the body. They are transferred, so the caller can no longer use them.
   * @throws ApiError EINVALID or ETOOLARGE.
   */
  async read(call: string, bytes: Uint8Array<ArrayBuffer>): Promise<CheckedBody> {
    const thread = (this.#thread ??= this.#start());
    const read = await thread.give([bytes.buffer], "read", call, bytes);
    if ("value" in read) return new CheckedBody(read.value);
    const { code, reason, fields } = read.refusal;
    throw new ApiError(code, reason, fields);
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }

  /** Starts the thread with the first large body, because most servers never receive one. */
  #start(): Remote<BodyMethods> {
    const worker = startThread(new URL("./bodyThread.ts", import.meta.url), null);
    const thread = remote<BodyMethods>(worker);
    // The next body starts another thread if this one ends, e.g. because it ran out of memory.
    worker.once("exit", () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
}

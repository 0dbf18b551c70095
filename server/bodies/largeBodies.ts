/** Large bodies, read in a thread of their own so that the event loop goes on meanwhile. */
import { ApiError } from "../plugins/errors.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import type { BodyMethods } from "./bodyThread.ts";

/** A body that was checked and prepared where it was read. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export class LargeBodies {
  #thread: Remote<BodyMethods> | null = null;

  /**
   * @param call the name of the call, whose schema the body must have.
   * @param bytes the body; they are gone afterwards.
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

  /** With the first large body: most servers never get one. */
  #start(): Remote<BodyMethods> {
    const worker = startThread(new URL("./bodyThread.ts", import.meta.url), null);
    const thread = remote<BodyMethods>(worker);
    // One that ended, as without memory, is followed by another.
    worker.once("exit", () => {
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
}

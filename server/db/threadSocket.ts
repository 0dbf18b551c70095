/**
 * The socket between a `pg` client and the embedded database's thread. It fails as soon as the thread ends, so that no
 * query waits for ever.
 */
import { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";
import type { ToThread } from "./threadMessages.ts";

type Done = (error?: Error | null) => void;

export class ThreadSocket extends Duplex {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
  }

  /** Called by `pg` instead of opening a connection. */
  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#worker.ref();
    return this;
  }

  unref(): this {
    this.#worker.unref();
    return this;
  }

  /** Bytes from the database. */
  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #send(chunks: Buffer[], done: Done): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    const message: ToThread = { kind: "bytes", bytes };
    this.#worker.postMessage(message, [bytes.buffer]);
    done();
  }
}

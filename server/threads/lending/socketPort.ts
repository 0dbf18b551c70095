/** Messages over a socket, in the format of messages between threads: the length as four bytes, then the message. */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";

const HEADER_BYTES = 4;

/** Emits `message`, and `close` when the other side has closed the socket or has sent an invalid message. */
export class SocketPort<Sent> extends EventEmitter<{ message: [never]; close: [] }> {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Of the next message; null until its header has arrived. */
  #length: number | null = null;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => {
      try {
        this.#receive(chunk);
      } catch {
        socket.destroy();
      }
    });
    // `close` follows every error.
    socket.on("error", () => {});
    socket.once("close", () => this.emit("close"));
  }

  postMessage(message: Sent): void {
    const body = serialize(message);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(body.length);
    this.#socket.write(header);
    this.#socket.write(body);
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (;;) {
      this.#length ??= this.#take(HEADER_BYTES)?.readUInt32BE() ?? null;
      if (this.#length === null) return;
      const body = this.#take(this.#length);
      if (body === null) return;
      this.#length = null;
      this.emit("message", deserialize(body) as never);
    }
  }

  /** The next bytes; null until all have arrived. */
  #take(length: number): Buffer | null {
    if (this.#bytes < length) return null;
    const [first = Buffer.alloc(0), ...others] = this.#chunks;
    const all = others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#chunks = all.length > length ? [all.subarray(length)] : [];
    this.#bytes -= length;
    return all.subarray(0, length);
  }
}

/** The bytes of one JSON text as they arrive, and the position in them. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { PendingBytes } from "./pendingBytes.ts";
import { ReportError } from "./reportError.ts";

/**
 * Bytes of an incomplete value are rescanned only after at least as many new ones arrived, which bounds the cost of
 * long values.
 */
const MAX_READ_AGAIN = 1 << 16;

/** Thrown at the end of the bytes if more can follow; the current element must be read again with more. */
export const MORE_NEEDED = new Error("More bytes are needed");

export class JsonInput {
  /** The current part of the input: earlier bytes are dropped when more arrive. */
  bytes: Uint8Array = new Uint8Array(0);
  position = 0;
  /** Bytes of the input before `bytes`. */
  private dropped = 0;
  protected isWhole = false;
  /** Bytes that arrived since and are not in `bytes` yet. */
  private readonly waiting = new PendingBytes();

  /** Bytes received so far. */
  get byteCount(): number {
    return this.dropped + this.bytes.length + this.waiting.count;
  }

  /** The position in the whole input. */
  protected get offset(): number {
    return this.dropped + this.position;
  }

  /**
   * Adds the following bytes.
   * @returns whether to continue reading: a long incomplete element waits for twice as many.
   */
  push(chunk: Uint8Array): boolean {
    this.waiting.add(chunk);
    const left = this.bytes.length - this.position;
    if (left > MAX_READ_AGAIN && this.waiting.count < left) return false;
    this.takeWaiting();
    return true;
  }

  /** Marks the end of the bytes. */
  end(): void {
    this.takeWaiting();
    this.isWhole = true;
  }

  private takeWaiting(): void {
    this.bytes = this.waiting.takeBehind(this.bytes.subarray(this.position));
    this.dropped += this.position;
    this.position = 0;
  }

  fail(problem: Message, position = this.position): never {
    this.failAt(problem, this.dropped + position);
  }

  protected failAt(problem: Message, offset: number): never {
    throw new ReportError(problem, offset, this.byteCount);
  }

  skipByteOrderMark(): void {
    const { bytes } = this;
    if (bytes.length < 3 && !this.isWhole) throw MORE_NEEDED;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.position = 3;
  }

  protected failEnd(): never {
    if (!this.isWhole) throw MORE_NEEDED;
    return this.fail(message("data.endsEarly"), this.bytes.length);
  }
}

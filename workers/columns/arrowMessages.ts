/** Splits an Arrow IPC stream, whose bytes arrive in pieces, into its messages. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readMessageHeader, UnsoundMetadata, type MessageHeader } from "./arrowMetadata.ts";
import { withRoom } from "./growable.ts";
import { ReportError, type ReportPlace } from "./reportError.ts";

export interface ArrowMessage extends MessageHeader {
  /** The message with its prefix, aligned to 8 bytes; valid until the next one is requested. */
  readonly bytes: Uint8Array;
}

/** The prefix of each message: a marker, and the length of its metadata, which is 0 at the end of the stream. */
const PREFIX = 8;
const MARKER = -1;
/** Far above the size of all resource names. */
const MAX_METADATA = 1 << 26;

export class ArrowMessages {
  /** Bytes received so far. */
  byteCount = 0;
  /** Whether the end of the stream was read. */
  isOver = false;
  /** The stream offset of the current message. */
  offset = 0;
  private chunk: Uint8Array = new Uint8Array(0);
  /** Consumed bytes of the chunk. */
  private taken = 0;
  /** The message received so far. It grows with received bytes, not with the declared length. */
  private held: Uint8Array = new Uint8Array(1 << 16);
  private length = 0;
  private header: MessageHeader | null = null;
  private given = 0;

  /** Adds the following bytes, after `next` has returned null. */
  push(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.taken = 0;
    this.byteCount += chunk.length;
  }

  /** The next message; null if more bytes are needed, and at the end. */
  next(): ArrowMessage | null {
    this.offset += this.given;
    this.given = 0;
    if (this.isOver) {
      if (this.taken < this.chunk.length) this.fail(message("data.moreFollows"));
      return null;
    }
    if (!this.gather(PREFIX)) return null;
    const prefix = new DataView(this.held.buffer);
    if (prefix.getInt32(0, true) !== MARKER) {
      this.fail(this.offset === 0 ? message("arrow.notAStream") : message("arrow.noMessage"));
    }
    const metadataLength = prefix.getInt32(4, true);
    if (metadataLength === 0) {
      this.isOver = true;
      this.give(PREFIX);
      return this.next();
    }
    if (metadataLength < 0 || metadataLength > MAX_METADATA || metadataLength % 8 !== 0) {
      this.fail(message("arrow.badLength"));
    }
    const bodyStart = PREFIX + metadataLength;
    if (!this.gather(bodyStart)) return null;
    const header = (this.header ??= this.readHeader(bodyStart));
    const end = bodyStart + header.bodyLength;
    if (!this.gather(end)) return null;
    this.give(end);
    return { ...header, bytes: this.held.subarray(0, end) };
  }

  /** Marks the end of the bytes. */
  end(): void {
    if (!this.isOver) this.fail(message("data.endsEarly"), this.byteCount);
  }

  fail(problem: Message, offset = this.offset, place: ReportPlace | null = null): never {
    throw new ReportError(problem, offset, this.byteCount, place);
  }

  private readHeader(bodyStart: number): MessageHeader {
    try {
      return readMessageHeader(this.held.subarray(PREFIX, bodyStart));
    } catch (error) {
      if (error instanceof UnsoundMetadata) return this.fail(error.problem);
      throw error;
    }
  }

  /** Takes bytes from the chunk until the message has that many; false if there are not enough. */
  private gather(length: number): boolean {
    const missing = length - this.length;
    if (missing <= 0) return true;
    const part = this.chunk.subarray(this.taken, this.taken + missing);
    this.held = withRoom(this.held, this.length + part.length);
    this.held.set(part, this.length);
    this.length += part.length;
    this.taken += part.length;
    return part.length === missing;
  }

  private give(length: number): void {
    this.given = length;
    this.length = 0;
    this.header = null;
  }
}

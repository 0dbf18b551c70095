/**
 * Checks the messages of a server before pg parses them. Any host can be configured, and pg would throw within an event of
 * the socket, which ends the process, or never return.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import type pg from "pg";
import type { TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../contract.ts";

/** Bytes of one message, such as one row. */
const MAX_MESSAGE = 64 * 1024 * 1024;
/** Bytes of the messages until the server is ready again, such as all rows of a query. */
const MAX_ANSWER = 128 * 1024 * 1024;
/** Bytes that a message takes in memory, whatever its length. */
const OVERHEAD = 64;
/** A code, and a length that includes itself but not the code. */
const HEADER = 5;
/** Codes of the messages that pg parses. */
const KNOWN = new Set(Buffer.from("123ACDEGHIKNRSTWZcdnst"));
const [DATA_ROW, ERROR, NOTICE, READY] = [0x44, 0x45, 0x4e, 0x5a];

type Problem = (remedy: "contentDamaged" | "limitReached", detail: string) => ConnectorError;

interface Source {
  on(event: string, listener: (chunk: Buffer) => void): unknown;
  destroy(error: Error): unknown;
}

/** Method of pg's connection, which it calls with the stream that carries the messages, encrypted or not. */
interface Attachable {
  attachListeners(source: Pick<Source, "on">): void;
}

/**
 * Ends the connection with a ConnectorError `contentDamaged` or `limitReached` if the server sends invalid messages.
 *
 * @param currentStep which step such an error belongs to
 */
export function guardMessages(client: pg.Client, currentStep: () => TestStep): void {
  const problem: Problem = (remedy, detail) => new ConnectorError(remedy, currentStep(), detail);
  const connection = client.connection as pg.Connection & Attachable;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (source: Source) => {
    const messages = new Messages(problem);
    const guarded = (listener: (chunk: Buffer) => void) => (chunk: Buffer) => {
      try {
        const complete = messages.take(chunk);
        if (complete !== null) listener(complete);
      } catch (error) {
        source.destroy(
          error instanceof ConnectorError
            ? error
            : problem("contentDamaged", `The server sent an invalid message: ${String(error)}`),
        );
      }
    };
    attach({
      on: (event, listener) => source.on(event, event === "data" ? guarded(listener) : listener),
    });
  };
}

class Messages {
  readonly #problem: Problem;
  /** The start of a message that has not arrived completely. */
  #held: Buffer[] = [];
  #size = 0;
  /** Bytes of that message that are needed to continue. */
  #needed = HEADER;
  /** Bytes since the server was ready. */
  #answer = 0;

  constructor(problem: Problem) {
    this.#problem = problem;
  }

  /**
   * @returns the messages that are complete now; null if there are none
   * @throws ConnectorError contentDamaged, limitReached
   */
  take(chunk: Buffer): Buffer | null {
    this.#held.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return null;
    const bytes = this.#held.length === 1 ? chunk : Buffer.concat(this.#held);
    let at = 0;
    this.#needed = HEADER;
    while (bytes.length - at >= HEADER) {
      const size = 1 + bytes.readUInt32BE(at + 1);
      if (size < HEADER) throw this.#damaged("A message has no length");
      if (size > MAX_MESSAGE) {
        throw this.#problem("limitReached", `A message is larger than ${MAX_MESSAGE} bytes.`);
      }
      if (bytes.length - at < size) {
        this.#needed = size;
        break;
      }
      this.#check(bytes.subarray(at, at + size));
      at += size;
    }
    this.#held = at === bytes.length ? [] : [bytes.subarray(at)];
    this.#size = bytes.length - at;
    return at === 0 ? null : bytes.subarray(0, at);
  }

  #check(message: Buffer): void {
    const code = message.readUInt8(0);
    if (!KNOWN.has(code)) throw this.#damaged(`A message has the unknown code ${code}`);
    if (code === DATA_ROW && !isRow(message)) throw this.#damaged("A row is incomplete");
    if ((code === ERROR || code === NOTICE) && !isNotice(message)) {
      throw this.#damaged("An error or notice has no end");
    }
    this.#answer = code === READY ? 0 : this.#answer + message.length + OVERHEAD;
    if (this.#answer > MAX_ANSWER) {
      throw this.#problem("limitReached", `An answer is larger than ${MAX_ANSWER} bytes.`);
    }
  }

  #damaged(detail: string): ConnectorError {
    return this.#problem("contentDamaged", `${detail}. Is this a PostgreSQL server?`);
  }
}

/** Whether the values take the message's length exactly. */
function isRow(message: Buffer): boolean {
  if (message.length < HEADER + 2) return false;
  let left = message.readInt16BE(HEADER);
  let at = HEADER + 2;
  for (; left > 0 && at + 4 <= message.length; left--) {
    const length = message.readInt32BE(at);
    if (length < -1) return false;
    at += 4 + Math.max(0, length);
  }
  return left === 0 && at === message.length;
}

/** Whether a NUL ends the fields, each of which is a code and a text that a NUL ends. */
function isNotice(message: Buffer): boolean {
  let at = HEADER;
  while (at < message.length && message[at] !== 0) {
    const end = message.indexOf(0, at + 1);
    if (end === -1) return false;
    at = end + 1;
  }
  return at < message.length;
}

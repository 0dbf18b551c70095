/**
 * Receives request bodies. A large body that arrives as fast as a local network sends it would keep the event loop busy for
 * seconds, so all large bodies together get one chunk per turn of the event loop.
 */
import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { errorCodes } from "fastify";

/** The maximum size of a body that is received and read on the event loop, in bytes. The slowest such body takes about 50 ms. */
export const LARGE_BODY = 256 * 1024;

/** Capacity for a body of unknown length, in bytes. It doubles as often as needed. */
const FIRST_CAPACITY = 16 * 1024;

/** Resolves in the turn after the one that received the last chunk. */
let lastTurn: Promise<void> = Promise.resolve();

/**
 * @param length the announced length in bytes; NaN if the sender does not know it.
 * @param limit the maximum bytes.
 * @returns the body in memory of its own, which can be transferred to another thread.
 * @throws FastifyError if the body is larger than the limit or differs from its length. An error of the connection has the
 * status 400.
 */
export async function receiveBody(
  payload: Readable,
  length: number,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  // Memory that no chunk has reached yet is not resident.
  let bytes = new Uint8Array(Number.isNaN(length) ? FIRST_CAPACITY : length);
  let received = 0;
  for await (const chunk of chunksOf(payload)) {
    const end = received + chunk.length;
    if (end > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    if (end > bytes.length) bytes = grown(bytes, end, limit);
    bytes.set(chunk, received);
    received = end;
    if (received > LARGE_BODY) await takeTurn();
  }
  if (!Number.isNaN(length) && received !== length) {
    throw new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
  }
  return received === bytes.length ? bytes : bytes.slice(0, received);
}

/** The stream stays open when the reader stops, because the refusal is sent on its connection. */
async function* chunksOf(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), {
      statusCode: 400,
    });
  }
}

function grown(
  bytes: Uint8Array<ArrayBuffer>,
  least: number,
  limit: number,
): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(limit, Math.max(least, 2 * bytes.length)));
  larger.set(bytes);
  return larger;
}

/** Resolves in a turn of the event loop in which no other chunk is received. */
function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  return lastTurn;
}

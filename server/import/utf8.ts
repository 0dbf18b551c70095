/** Strict UTF-8: invalid bytes stop the import instead of becoming U+FFFD. */
import { isUtf8 } from "node:buffer";
import { message } from "#events/messages/message.ts";
import { CsvError } from "./errors.ts";

const LINE_FEED = 10;

/**
 * Passes the chunks on, cut at character boundaries.
 *
 * @param name the file's name in messages.
 * @throws ImportError EENCODING with the line of the first invalid byte.
 */
export async function* checkUtf8(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.length - incompleteTail(bytes);
    const whole = bytes.subarray(0, end);
    rest = Buffer.from(bytes.subarray(end));
    if (!isUtf8(whole)) throw encodingError(name, line, whole);
    line += countLineFeeds(whole);
    if (whole.length > 0) yield whole;
  }
  if (rest.length > 0) throw encodingError(name, line, rest);
}

/** @returns how many bytes at the end start a character that the next chunk may complete: 0 to 3. */
function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** A line feed is never part of a longer character, so the first invalid line contains the first invalid byte. */
function encodingError(name: string, firstLine: number, bytes: Buffer): CsvError {
  let line = firstLine;
  let start = 0;
  for (;;) {
    const feed = bytes.indexOf(LINE_FEED, start);
    if (feed === -1 || !isUtf8(bytes.subarray(start, feed))) break;
    start = feed + 1;
    line++;
  }
  return new CsvError("EENCODING", message("csv.notUtf8", { file: name, line }));
}

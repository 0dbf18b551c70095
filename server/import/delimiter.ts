/** Detects the delimiter of a CSV file. Spreadsheets write semicolons in locales with a decimal comma. */

export type Delimiter = "," | ";";

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** The number of bytes in which to look for the end of the header. */
const LOOKED_AT = 1_048_576;

/**
 * The delimiter is a semicolon if the header has more semicolons than commas outside quotes.
 *
 * @returns the delimiter and all chunks, including those already read.
 */
export async function detectDelimiter(
  chunks: AsyncIterable<Buffer>,
): Promise<{ readonly delimiter: Delimiter; readonly chunks: AsyncIterable<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  const header = new HeaderCount();
  let size = 0;
  while (!header.isComplete && size < LOOKED_AT) {
    const next = await rest.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
    header.add(next.value);
  }
  return {
    delimiter: header.semicolons > header.commas ? ";" : ",",
    chunks: rejoin(read, { [Symbol.asyncIterator]: () => rest }),
  };
}

class HeaderCount {
  commas = 0;
  semicolons = 0;
  isComplete = false;
  #isQuoted = false;
  #hasBegun = false;

  add(chunk: Buffer): void {
    const isMarked = !this.#hasBegun && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK);
    for (let at = isMarked ? 3 : 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        // Empty lines may precede the header.
        if (byte === LINE_FEED && this.#hasBegun) {
          this.isComplete = true;
          return;
        }
        continue;
      } else if (byte === COMMA) this.commas++;
      else if (byte === SEMICOLON) this.semicolons++;
      this.#hasBegun = true;
    }
  }
}

async function* rejoin(
  first: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield* first;
  yield* rest;
}

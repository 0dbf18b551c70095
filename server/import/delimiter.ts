/** Detects the delimiter of a CSV file. Spreadsheets write semicolons in locales with a decimal comma. */

export type Delimiter = "," | ";" | "\t" | "|";

/** Those that an import detects. */
const SPREADSHEET: readonly Delimiter[] = [",", ";"];

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/** The number of bytes in which to look for the end of the header. */
const LOOKED_AT = 1_048_576;

/**
 * The delimiter is the candidate that the header has most often outside quotes; of equally frequent ones the first.
 *
 * @returns the delimiter and all chunks, including those already read.
 */
export async function detectDelimiter(
  chunks: AsyncIterable<Buffer>,
  candidates: readonly Delimiter[] = SPREADSHEET,
): Promise<{ readonly delimiter: Delimiter; readonly chunks: AsyncIterable<Buffer> }> {
  const rest = chunks[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  const header = new HeaderCount(candidates);
  let size = 0;
  while (!header.isComplete && size < LOOKED_AT) {
    const next = await rest.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
    header.add(next.value);
  }
  return {
    delimiter: header.mostFrequent(),
    chunks: rejoin(read, { [Symbol.asyncIterator]: () => rest }),
  };
}

class HeaderCount {
  isComplete = false;
  #isQuoted = false;
  #hasBegun = false;
  readonly #candidates: readonly Delimiter[];
  /** By byte. */
  readonly #counts = new Uint32Array(256);

  constructor(candidates: readonly Delimiter[]) {
    this.#candidates = candidates;
  }

  mostFrequent(): Delimiter {
    const countOf = (delimiter: Delimiter) => this.#counts[delimiter.charCodeAt(0)] ?? 0;
    const most = Math.max(...this.#candidates.map(countOf));
    return this.#candidates.find((delimiter) => countOf(delimiter) === most) ?? ",";
  }

  add(chunk: Buffer): void {
    const isMarked = !this.#hasBegun && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK);
    for (let at = isMarked ? 3 : 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      else if (this.#isQuoted) continue;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        // Empty lines may precede the header.
        if (byte === LINE_FEED && this.#hasBegun) {
          this.isComplete = true;
          return;
        }
        continue;
      } else this.#counts[byte] = (this.#counts[byte] ?? 0) + 1;
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

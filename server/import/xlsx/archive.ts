/** Reads the parts of an .xlsx file, which is a ZIP archive. Limits the decompressed size, whatever the archive declares. */
import { setImmediate } from "node:timers/promises";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";
import { message } from "#events/messages/message.ts";
import { CsvError } from "../errors.ts";

/** Maximum decompressed bytes when reading a workbook, because a small archive can expand to terabytes. */
const WORKBOOK_MAX_BYTES = 200_000_000;
/** Maximum parts of the archive. A typical workbook has a few dozen. */
const PARTS_MAX = 10_000;

/** The path or the bytes of the file. */
export type WorkbookFile = string | Buffer;

/** An open archive, which the caller must close. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #name: string;
  #bytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string) {
    this.#zip = zip;
    this.#entries = entries;
    this.#name = name;
  }

  static async open(file: WorkbookFile, name: string): Promise<Archive> {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    const zip = await (typeof file === "string"
      ? openPromise(file, options)
      : fromBufferPromise(file, options));
    try {
      if (zip.entryCount > PARTS_MAX) throw tooLarge(name);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new Archive(zip, entries, name);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(part: string): boolean {
    return this.#entries.has(part);
  }

  /**
   * The text of a part in pieces. Yields to the event loop after each piece.
   *
   * @throws CsvError if the limit is exceeded or the part is missing; Error if the archive is damaged.
   */
  async *read(part: string): AsyncGenerator<string, void, undefined> {
    const entry = this.#entries.get(part);
    if (!entry) throw new CsvError("EWORKBOOK", message("xlsx.damaged", { file: this.#name }));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const stream = await this.#zip.openReadStreamPromise(entry);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        this.#bytes += chunk.length;
        if (this.#bytes > WORKBOOK_MAX_BYTES) throw tooLarge(this.#name);
        yield decoder.decode(chunk, { stream: true });
        await setImmediate();
      }
      yield decoder.decode();
    } finally {
      stream.destroy();
    }
  }

  close(): void {
    this.#zip.close();
  }
}

function tooLarge(file: string): CsvError {
  return new CsvError(
    "EWORKBOOK",
    message("xlsx.tooLarge", { file, megabytes: WORKBOOK_MAX_BYTES / 1_000_000 }),
  );
}

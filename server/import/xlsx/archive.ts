/** The parts of an .xlsx file, which is a ZIP archive. Never more is decompressed than a limit allows, whatever it declares. */
import { setImmediate } from "node:timers/promises";
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from "yauzl";
import { message } from "#events/messages/message.ts";
import { CsvError } from "../errors.ts";

/** Decompressed bytes of one reading of the workbook, at most: a small archive can stand for terabytes. */
export const WORKBOOK_MAX_BYTES = 200_000_000;
/** Parts of the archive, at most. A workbook has some dozens. */
const PARTS_MAX = 10_000;

/** The path of the file, or its bytes. */
export type WorkbookFile = string | Buffer;

/** An archive that is open; to be closed. */
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
   * The text of a part, in pieces. Others have their turn between two of them.
   *
   * @throws CsvError where the limit is reached, or the part is not there; Error where the archive is damaged.
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

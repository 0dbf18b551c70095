/** The lines of a gzipped text, one by one within limits, because a small file can expand to gigabytes. */
import { message } from "#events/messages/message.ts";
import { inflated } from "./inflate.ts";
import { badLog, emptyLog, LogFileError } from "./logFileError.ts";

export interface LineLimits {
  /** Bytes of the whole text. */
  readonly bytes: number;
  /** Characters of one line. */
  readonly line: number;
}

/**
 * @param pause awaited after each unzipped chunk, so that the caller can do other work
 * @returns the lines without their newlines; a last line without one counts.
 * @throws LogFileError if the file is empty, no gzip, truncated or too large; the error of an unreadable disk.
 */
export async function* ndjsonLines(
  file: ReadableStream<Uint8Array>,
  limits: LineLimits,
  pause: () => Promise<unknown> | null,
): AsyncGenerator<string> {
  // Every byte counts: a byte order mark at the start and a partial character at the end are not skipped.
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /**
   * The current line without its newline. Only new input is searched, because rescanning a long line would be
   * quadratic.
   */
  let begun: string[] = [];
  let length = 0;
  let bytes = 0;
  let line = 0;
  for await (const chunk of unzipped(file, () => line)) {
    bytes += chunk.length;
    if (bytes > limits.bytes) {
      throw new LogFileError(
        "ELARGELOG",
        message("logs.tooLargeUnzipped", { line, max: Math.round(limits.bytes / 2 ** 20) }),
        line,
      );
    }
    const text = decode(decoder, chunk, line);
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      line += 1;
      yield begun.join("") + text.slice(from, end);
      begun = [];
      length = 0;
      from = end + 1;
    }
    begun.push(text.slice(from));
    length += text.length - from;
    if (length > limits.line) throw badLine("logs.longLine", line + 1);
    const paused = pause();
    if (paused) await paused;
  }
  if (bytes === 0) throw emptyLog();
  decode(decoder, null, line);
  if (length > 0) yield begun.join("");
}

/** @param chunk null at the end. */
function decode(decoder: TextDecoder, chunk: Uint8Array | null, line: number): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw badLine("logs.notText", line + 1);
  }
}

function badLine(code: "logs.longLine" | "logs.notText", line: number): LogFileError {
  return badLog(message(code, { line }), line);
}

async function* unzipped(
  file: ReadableStream<Uint8Array>,
  line: () => number,
): AsyncGenerator<Uint8Array> {
  const reader = inflated(file).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw unzipError(error, line());
      });
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function unzipError(error: unknown, line: number): unknown {
  // A disk error, and not one of the file's content.
  if (error instanceof DOMException || (error instanceof Error && "syscall" in error)) return error;
  // Platform errors for bytes that are no gzip or are truncated.
  if (!(error instanceof TypeError) && !(error instanceof Error && "code" in error)) return error;
  return line === 0
    ? new LogFileError("ENOTALOG", message("logs.notGzipped"))
    : new LogFileError("ETRUNCATEDLOG", message("logs.damaged", { line }), line);
}

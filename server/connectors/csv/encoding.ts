/** Converts files of other encodings to UTF-8 and back, chunk by chunk. */
import { isUtf8 } from "node:buffer";
import { ConnectorError } from "../contract.ts";
import type { Encoding } from "./fields.ts";

/** Bytes from which the encoding is guessed. */
const LOOKED_AT = 1_048_576;
/** Of the longest byte order mark. */
const MARK_BYTES = 3;

/** Characters of 0x80 to 0x9F; spaces are undefined. Node's own decoder takes them for those of ISO 8859-1. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const FIRST = 0x80;
const LAST = 0x9f;

export type Charset = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export interface DecodedText {
  readonly charset: Charset;
  /** Whether the file begins with a byte order mark. */
  readonly isMarked: boolean;
  /** UTF-8. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * AUTO: UTF-16 if the file begins with its byte order mark, and Windows-1252 if its first bytes are not valid UTF-8.
 * Reading the chunks throws ConnectorError contentDamaged for bytes that the encoding lacks. Those of UTF-8 are left to
 * its reader.
 */
export async function decodeText(
  chunks: AsyncIterable<Buffer>,
  encoding: Encoding,
): Promise<DecodedText> {
  const rest = chunks[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let size = 0;
  const wanted = encoding === "AUTO" ? LOOKED_AT : MARK_BYTES;
  let isWhole = false;
  while (size < wanted && !isWhole) {
    const next = await rest.next();
    if (next.done === true) isWhole = true;
    else {
      read.push(next.value);
      size += next.value.length;
    }
  }
  const start = Buffer.concat(read);
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    if (start.length > 0) yield start;
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => rest };
  }
  const charset = charsetOf(start, encoding, isWhole);
  return { charset, isMarked: startsWithMark(start, charset), chunks: decode(all(), charset) };
}

function charsetOf(start: Buffer, encoding: Encoding, isWhole: boolean): Charset {
  const isBigEndian = startsWithMark(start, "utf-16be");
  const isMarked = isBigEndian || startsWithMark(start, "utf-16le");
  if (encoding === "UTF-16" || (encoding === "AUTO" && isMarked)) {
    return isBigEndian ? "utf-16be" : "utf-16le";
  }
  const isWindows = encoding === "AUTO" && !isUtf8(isWhole ? start : withoutTail(start));
  return encoding === "WINDOWS-1252" || isWindows ? "windows-1252" : "utf-8";
}

function startsWithMark(start: Buffer, charset: Charset): boolean {
  const mark = charset === "windows-1252" ? null : encodeText("\ufeff", charset);
  return mark !== null && start.subarray(0, mark.length).equals(mark);
}

function decode(chunks: AsyncIterable<Buffer>, charset: Charset): AsyncIterable<Buffer> {
  if (charset === "utf-8") return chunks;
  return charset === "windows-1252" ? fromWindows(chunks) : fromUtf16(chunks, charset);
}

/** The bytes of a text. Characters for which `lackingCharacter` returns null are kept. */
export function encodeText(text: string, charset: Charset): Buffer {
  switch (charset) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-16le":
      return Buffer.from(text, "utf16le");
    case "utf-16be":
      return Buffer.from(text, "utf16le").swap16();
    case "windows-1252":
      return Buffer.from(
        text.replaceAll(/[^\0-\u00ff]/g, (character) =>
          String.fromCharCode(FIRST + WINDOWS_1252.indexOf(character)),
        ),
        "latin1",
      );
  }
}

/** The first character that a file of this encoding cannot hold; null if there is none. */
export function lackingCharacter(text: string, charset: Charset): string | null {
  if (/\p{Surrogate}/u.test(text)) return "\ufffd";
  if (charset !== "windows-1252") return null;
  const lacking = (text.match(/[^\0-\u007f\u00a0-\u00ff]/gu) ?? []).find(
    (character) => !WINDOWS_1252.includes(character),
  );
  return lacking ?? null;
}

/** Without the last bytes, which may be the beginning of a character. */
function withoutTail(bytes: Buffer): Buffer {
  let end = bytes.length;
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    end = bytes.length - back;
    if (byte >= 0xc0) break;
  }
  return bytes.subarray(0, end);
}

async function* fromUtf16(
  chunks: AsyncIterable<Buffer>,
  label: "utf-16le" | "utf-16be",
): AsyncGenerator<Buffer, void, undefined> {
  const decoder = new TextDecoder(label, { fatal: true });
  const decode = (chunk: Buffer | undefined) => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch (cause) {
      throw new ConnectorError("contentDamaged", "read", "The file is not valid UTF-16", { cause });
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    if (text.length > 0) yield text;
  }
  const last = decode(undefined);
  if (last.length > 0) yield last;
}

async function* fromWindows(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let offset = 0;
  for await (const chunk of chunks) {
    yield Buffer.from(windowsText(chunk, offset));
    offset += chunk.length;
  }
}

function windowsText(bytes: Buffer, offset: number): string {
  const isPlain = bytes.every((byte) => byte < FIRST || byte > LAST);
  const text = bytes.toString("latin1");
  if (isPlain) return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (character, at: number) => {
    const found = WINDOWS_1252[character.charCodeAt(0) - FIRST] ?? " ";
    if (found !== " ") return found;
    const place = `Byte ${offset + at + 1} of the file is not valid Windows-1252`;
    throw new ConnectorError("contentDamaged", "read", place);
  });
}

/**
 * A pull scanner over the bytes of one JSON text (RFC 8259, UTF-8).
 * It makes no objects and no text that nobody asks for, knows where it stands, and refuses what is not exactly JSON.
 * Every method throws ReportUnreadable; after that the scanner is of no use.
 */
import { ReportUnreadable } from "./reportUnreadable.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Deeper values are refused: fields that nobody reads must not be able to exhaust the stack. */
const MAX_DEPTH = 64;
/** Up to here an integer over a power of ten is the nearest double after one division. */
const EXACT_DIGITS = 15;
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Names of the fields of a record that are read, ready for comparison with bytes. */
export interface RecordFields {
  readonly names: readonly string[];
  readonly bytes: readonly Uint8Array[];
}

export function recordFields(...names: string[]): RecordFields {
  return { names, bytes: names.map((name) => utf8.encode(name)) };
}

export class JsonScanner {
  readonly bytes: Uint8Array;
  position = 0;
  /** The string read last: its content is `bytes[textStart .. textEnd)`, escapes and all. */
  textStart = 0;
  textEnd = 0;
  /** Whether that content is the text itself: ASCII without escapes. */
  textIsPlain = true;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.position = 3;
  }

  fail(what: string, position = this.position): never {
    throw new ReportUnreadable(what, position, this.bytes.length);
  }

  /**
   * Reads an object of which all `fields` must be there once, in any order; others are passed over.
   * @param visit reads the value of the field with that index
   */
  readRecord(fields: RecordFields, what: string, visit: (field: number) => void): void {
    const opening = this.position;
    this.open(OPEN_BRACE, `${what} is not an object`);
    let seen = 0;
    if (!this.closes(CLOSE_BRACE)) {
      do {
        const field = this.readFieldName(fields);
        if (field < 0) {
          this.skipValue();
          continue;
        }
        if ((seen & (1 << field)) !== 0)
          this.fail(`${fields.names[field]} stands twice in ${what}`);
        seen |= 1 << field;
        visit(field);
      } while (this.continues(CLOSE_BRACE));
    }
    for (let field = 0; field < fields.names.length; field++) {
      if ((seen & (1 << field)) === 0) this.fail(`${what} has no ${fields.names[field]}`, opening);
    }
  }

  /** Reads an array; `visit` reads one item each time it is called. */
  readArray(what: string, visit: () => void): void {
    this.open(OPEN_BRACKET, `${what} is not an array`);
    if (this.closes(CLOSE_BRACKET)) return;
    do visit();
    while (this.continues(CLOSE_BRACKET));
  }

  /** Reads a string and leaves where it is in textStart, textEnd and textIsPlain. Unless plain, it is not validated yet. */
  readString(what: string): void {
    this.skipSpace();
    const { bytes } = this;
    const end = bytes.length;
    let at = this.position;
    if (at >= end) this.failEnd();
    if (bytes[at] !== QUOTE) this.fail(`${what} is not a string`);
    this.textStart = ++at;
    let plain = true;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.textEnd = at;
        this.textIsPlain = plain;
        this.position = at + 1;
        return;
      }
      if (byte === BACKSLASH) {
        plain = false;
        at++;
      } else if (byte < 0x20) this.fail("a control character stands in a string", at);
      else if (byte >= 0x80) plain = false;
    }
    this.position = end;
    this.failEnd();
  }

  /** The text of the string read last. Escaped lone surrogates become U+FFFD, as columns hold UTF-8. */
  text(): string {
    let literal: string;
    try {
      literal = strictUtf8.decode(this.bytes.subarray(this.textStart - 1, this.textEnd + 1));
    } catch {
      return this.fail("a string is not UTF-8", this.textStart);
    }
    if (this.textIsPlain) return literal.slice(1, -1);
    try {
      return (JSON.parse(literal) as string).replace(LONE_SURROGATES, "\ufffd");
    } catch {
      return this.fail("a string has an invalid escape", this.textStart);
    }
  }

  /** Reads a number; one too large for a double is infinite. */
  readNumber(what: string): number {
    this.skipSpace();
    const { bytes } = this;
    const start = this.position;
    if (start >= bytes.length) this.failEnd();
    let at = start;
    if (bytes[at] === MINUS) at++;
    let digits = 0;
    let decimals = 0;
    let value = 0;
    const integer = at;
    for (; isDigit(bytes[at]); at++, digits++) value = value * 10 + (bytes[at] as number) - ZERO;
    if (digits === 0) this.failNumber(at, start, what);
    if (digits > 1 && bytes[integer] === ZERO) this.fail("a number begins with a zero", start);
    if (bytes[at] === DOT) {
      at++;
      for (; isDigit(bytes[at]); at++, decimals++)
        value = value * 10 + (bytes[at] as number) - ZERO;
      if (decimals === 0) this.failNumber(at, start, what);
    }
    let exact = digits + decimals <= EXACT_DIGITS;
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      exact = false;
      at++;
      if (bytes[at] === PLUS || bytes[at] === MINUS) at++;
      const exponent = at;
      while (isDigit(bytes[at])) at++;
      if (at === exponent) this.failNumber(at, start, what);
    }
    this.position = at;
    if (!exact) return Number(strictUtf8.decode(bytes.subarray(start, at)));
    value /= EXACT_POWERS[decimals] as number;
    return bytes[start] === MINUS ? -value : value;
  }

  /** Nothing but white space may follow. */
  readEnd(): void {
    this.skipSpace();
    if (this.position < this.bytes.length) this.fail("more follows after the end");
  }

  /** Passes over one value of any kind, which must be JSON all the same. */
  skipValue(depth = 1): void {
    if (depth > MAX_DEPTH) this.fail(`a value is nested more than ${MAX_DEPTH} levels deep`);
    this.skipSpace();
    switch (this.bytes[this.position]) {
      case undefined:
        return this.failEnd();
      case QUOTE:
        return this.skipString();
      case OPEN_BRACE:
        this.position++;
        if (this.closes(CLOSE_BRACE)) return;
        do {
          this.skipString();
          this.open(COLON, "a field name is not followed by a colon");
          this.skipValue(depth + 1);
        } while (this.continues(CLOSE_BRACE));
        return;
      case OPEN_BRACKET:
        this.position++;
        if (this.closes(CLOSE_BRACKET)) return;
        do this.skipValue(depth + 1);
        while (this.continues(CLOSE_BRACKET));
        return;
      case 0x74:
        return this.skipWord("true");
      case 0x66:
        return this.skipWord("false");
      case 0x6e:
        return this.skipWord("null");
      default:
        this.readNumber("a value");
    }
  }

  private skipString(): void {
    this.readString("a field name");
    if (!this.textIsPlain) this.text();
  }

  private skipWord(word: string): void {
    for (let at = 0; at < word.length; at++, this.position++) {
      if (this.position >= this.bytes.length) this.failEnd();
      if (this.bytes[this.position] !== word.charCodeAt(at)) this.fail("a value is not JSON");
    }
  }

  /** Index of the field whose name and colon are read, or -1 for a name that is not among them. */
  private readFieldName(fields: RecordFields): number {
    this.readString("a field name");
    const field = this.textIsPlain ? this.plainField(fields) : fields.names.indexOf(this.text());
    this.open(COLON, "a field name is not followed by a colon");
    return field;
  }

  private plainField(fields: RecordFields): number {
    const { bytes, textStart } = this;
    const length = this.textEnd - textStart;
    candidates: for (let field = 0; field < fields.bytes.length; field++) {
      const name = fields.bytes[field] as Uint8Array;
      if (name.length !== length) continue;
      for (let at = 0; at < length; at++)
        if (bytes[textStart + at] !== name[at]) continue candidates;
      return field;
    }
    return -1;
  }

  private open(byte: number, otherwise: string): void {
    this.skipSpace();
    if (this.position >= this.bytes.length) this.failEnd();
    if (this.bytes[this.position] !== byte) this.fail(otherwise);
    this.position++;
  }

  private closes(closing: number): boolean {
    this.skipSpace();
    if (this.bytes[this.position] !== closing) return false;
    this.position++;
    return true;
  }

  /** After an item: true past a comma, false past the closing byte. */
  private continues(closing: number): boolean {
    this.skipSpace();
    const byte = this.bytes[this.position];
    if (byte === undefined) this.failEnd();
    if (byte !== COMMA && byte !== closing) this.fail("a comma or a closing bracket is missing");
    this.position++;
    return byte === COMMA;
  }

  private skipSpace(): void {
    const { bytes } = this;
    let at = this.position;
    for (;;) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
      at++;
    }
    this.position = at;
  }

  private failNumber(at: number, start: number, what: string): never {
    if (at >= this.bytes.length) this.failEnd();
    return this.fail(`${what} is not a number`, start);
  }

  private failEnd(): never {
    return this.fail("it ends too early", this.bytes.length);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

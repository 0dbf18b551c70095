/**
 * A pull scanner over the bytes of one JSON text (RFC 8259, UTF-8). It creates objects and strings only on demand,
 * knows its position, and refuses anything but valid JSON. Every method throws ReportError, after which the scanner is
 * unusable, or MORE_NEEDED.
 */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { JsonInput, MORE_NEEDED } from "./jsonInput.ts";

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

/** Deeper values are refused, so that unknown fields cannot exhaust the stack. */
const MAX_DEPTH = 64;
/** Up to this value an integer divided by a power of ten is the nearest double. */
const EXACT_DIGITS = 15;
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Names of the read fields of a record, prepared for comparison with bytes. */
export interface RecordFields {
  readonly names: readonly string[];
  readonly bytes: readonly Uint8Array[];
}

export function recordFields(...names: string[]): RecordFields {
  return { names, bytes: names.map((name) => utf8.encode(name)) };
}

/** The current element for error messages: the name of a field, or a message. */
export type Named = string | Message;

const FIELD_NAME = message("data.fieldName");
const VALUE = message("data.value");

/** A record or array that is being read item by item. */
export interface Opened {
  readonly what: Named;
  /** Its start offset in the whole input. */
  readonly offset: number;
  /** Whether nothing of it is read yet. */
  isNew: boolean;
  /** Bits of the fields read. */
  seen: number;
}

export class JsonScanner extends JsonInput {
  /** The last read string: its content is `bytes[textStart .. textEnd)`, with escapes. */
  textStart = 0;
  textEnd = 0;
  /** Whether that content is the text itself: ASCII without escapes. */
  textIsPlain = true;

  enterRecord(what: Named): Opened {
    const { offset } = this;
    if (!this.takes(OPEN_BRACE)) this.fail(message("data.notObject", { what }));
    return { what, offset, isNew: true, seen: 0 };
  }

  /** The next field of the record, whose value comes next; -1 after the record. Otherwise like `readRecord`. */
  nextField(record: Opened, fields: RecordFields): number {
    for (let isNew = record.isNew; this.hasNext(isNew, CLOSE_BRACE); isNew = false) {
      const field = this.readFieldName(fields);
      if (field < 0) {
        this.skipValue();
        continue;
      }
      if ((record.seen & (1 << field)) !== 0) this.failTwice(fields, field, record.what);
      record.seen |= 1 << field;
      record.isNew = false;
      return field;
    }
    this.checkFields(record.seen, fields, record.what, record.offset);
    return -1;
  }

  isAtRecord(): boolean {
    this.skipSpace();
    return this.bytes[this.position] === OPEN_BRACE;
  }

  isAtString(): boolean {
    this.skipSpace();
    return this.bytes[this.position] === QUOTE;
  }

  enterArray(what: Named): Opened {
    const { offset } = this;
    if (!this.takes(OPEN_BRACKET)) this.fail(message("data.notArray", { what }));
    return { what, offset, isNew: true, seen: 0 };
  }

  /** Whether another item follows; false after the array. */
  nextItem(array: Opened): boolean {
    const has = this.hasNext(array.isNew, CLOSE_BRACKET);
    array.isNew = false;
    return has;
  }

  private hasNext(isNew: boolean, closing: number): boolean {
    if (!isNew) return this.continues(closing);
    this.skipSpace();
    if (this.position >= this.bytes.length) this.failEnd();
    return !this.closes(closing);
  }

  /**
   * Reads an object that must contain all `fields` once, in any order; other fields are skipped.
   * @param visit reads the value of the field with that index
   */
  readRecord(fields: RecordFields, what: Named, visit: (field: number) => void): void {
    const { offset } = this;
    if (!this.takes(OPEN_BRACE)) this.fail(message("data.notObject", { what }));
    let seen = 0;
    if (!this.closes(CLOSE_BRACE)) {
      do {
        const field = this.readFieldName(fields);
        if (field < 0) {
          this.skipValue();
          continue;
        }
        if ((seen & (1 << field)) !== 0) this.failTwice(fields, field, what);
        seen |= 1 << field;
        visit(field);
      } while (this.continues(CLOSE_BRACE));
    }
    this.checkFields(seen, fields, what, offset);
  }

  private checkFields(seen: number, fields: RecordFields, what: Named, offset: number): void {
    for (let place = 0; place < fields.names.length; place++) {
      if ((seen & (1 << place)) !== 0) continue;
      const field = fields.names[place] ?? "";
      this.failAt(message("data.lacksField", { what, field }), offset);
    }
  }

  /**
   * Reads a string and stores its position in textStart, textEnd and textIsPlain. Unless it is plain, it is not
   * validated yet.
   */
  readString(what: Named): void {
    this.skipSpace();
    const { bytes } = this;
    const end = bytes.length;
    let at = this.position;
    if (at >= end) this.failEnd();
    if (bytes[at] !== QUOTE) this.fail(message("data.notString", { what }));
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
      } else if (byte < 0x20) this.fail(message("data.controlCharacter"), at);
      else if (byte >= 0x80) plain = false;
    }
    this.position = end;
    this.failEnd();
  }

  /** The last read string. Escaped lone surrogates become U+FFFD, because columns contain UTF-8. */
  text(): string {
    let literal: string;
    try {
      literal = strictUtf8.decode(this.bytes.subarray(this.textStart - 1, this.textEnd + 1));
    } catch {
      return this.fail(message("data.stringNotUtf8"), this.textStart);
    }
    if (this.textIsPlain) return literal.slice(1, -1);
    try {
      return (JSON.parse(literal) as string).replace(LONE_SURROGATES, "\ufffd");
    } catch {
      return this.fail(message("data.badEscape"), this.textStart);
    }
  }

  /** Reads a number; one too large for a double is infinite. */
  readNumber(what: Named): number {
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
    if (digits > 1 && bytes[integer] === ZERO) this.fail(message("data.leadingZero"), start);
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
    if (at >= bytes.length && !this.isWhole) throw MORE_NEEDED;
    this.position = at;
    if (!exact) return Number(strictUtf8.decode(bytes.subarray(start, at)));
    value /= EXACT_POWERS[decimals] as number;
    return bytes[start] === MINUS ? -value : value;
  }

  /** Only white space may follow. */
  readEnd(): void {
    this.skipSpace();
    if (this.position < this.bytes.length) this.fail(message("data.moreFollows"));
  }

  /** Skips one value of any kind, which must be valid JSON. */
  skipValue(depth = 1): void {
    if (depth > MAX_DEPTH) this.fail(message("data.tooDeep", { max: MAX_DEPTH }));
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
          this.readColon();
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
        this.readNumber(VALUE);
    }
  }

  private skipString(): void {
    this.readString(FIELD_NAME);
    if (!this.textIsPlain) this.text();
  }

  private skipWord(word: string): void {
    for (let at = 0; at < word.length; at++, this.position++) {
      if (this.position >= this.bytes.length) this.failEnd();
      if (this.bytes[this.position] !== word.charCodeAt(at)) this.fail(message("data.notJson"));
    }
  }

  /** Index of the field whose name and colon were read, or -1 for an unknown name. */
  private readFieldName(fields: RecordFields): number {
    this.readString(FIELD_NAME);
    const field = this.textIsPlain ? this.plainField(fields) : fields.names.indexOf(this.text());
    this.readColon();
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

  private readColon(): void {
    if (!this.takes(COLON)) this.fail(message("data.noColon"));
  }

  /** Skips the byte if it comes next; otherwise false. */
  private takes(byte: number): boolean {
    this.skipSpace();
    if (this.position >= this.bytes.length) this.failEnd();
    if (this.bytes[this.position] !== byte) return false;
    this.position++;
    return true;
  }

  private closes(closing: number): boolean {
    this.skipSpace();
    if (this.bytes[this.position] !== closing) return false;
    this.position++;
    return true;
  }

  /** After an item: true after a comma, false after the closing byte. */
  private continues(closing: number): boolean {
    this.skipSpace();
    const byte = this.bytes[this.position];
    if (byte === undefined) this.failEnd();
    if (byte !== COMMA && byte !== closing) this.fail(message("data.noComma"));
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

  private failTwice({ names }: RecordFields, place: number, what: Named): never {
    return this.fail(message("data.repeatedField", { field: names[place] ?? "", what }));
  }

  private failNumber(at: number, start: number, what: Named): never {
    if (at >= this.bytes.length) this.failEnd();
    return this.fail(message("data.notNumber", { what }), start);
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

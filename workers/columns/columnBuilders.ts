/** Columns that grow while a report is read; capacity doubles, `finish` trims. */
import { normalizeForFilter } from "#events/policy/filterText.ts";
import { SEARCH_END, type RoleOidColumn, type TextColumn } from "./reportColumns.ts";
import { writeUuid } from "./roleOidBytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

type Growable = Uint8Array | Uint32Array | Float64Array;

/** `array` itself, or a copy with room for at least `length` items. */
function withRoom<Column extends Growable>(array: Column, length: number): Column {
  if (length <= array.length) return array;
  const Kind = array.constructor as new (length: number) => Column;
  const grown = new Kind(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}

export class NumberColumnBuilder<Column extends Uint32Array | Float64Array> {
  private values: Column;
  length = 0;

  constructor(initial: Column) {
    this.values = initial;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  finish(): Column {
    return this.values.slice(0, this.length) as Column;
  }
}

/** Byte for byte what `normalizeForFilter` does to ASCII text; 0 = dropped. NUL itself never comes this way. */
const foldedAscii = new Uint8Array(128);
for (let byte = 1; byte < 128; byte++) {
  const folded = normalizeForFilter(String.fromCharCode(byte));
  foldedAscii[byte] = folded === "" ? 0 : folded.charCodeAt(0);
}

/** Names as they are, and beside them as filters compare them. */
export class NameColumnsBuilder {
  private names: Uint8Array = new Uint8Array(1 << 16);
  private search: Uint8Array = new Uint8Array(1 << 16);
  private namesLength = 0;
  private searchLength = 0;
  private readonly nameOffsets = new NumberColumnBuilder(new Uint32Array(1 << 12));
  private readonly searchOffsets = new NumberColumnBuilder(new Uint32Array(1 << 12));

  constructor() {
    this.nameOffsets.push(0);
    this.searchOffsets.push(0);
  }

  /** Adds the text `source[start .. end)`, which is ASCII without control characters. */
  addAscii(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    this.names = withRoom(this.names, this.namesLength + length);
    this.search = withRoom(this.search, this.searchLength + length + 1);
    const { names, search } = this;
    let name = this.namesLength;
    let found = this.searchLength;
    for (let at = start; at < end; at++) {
      const byte = source[at] as number;
      names[name++] = byte;
      const folded = foldedAscii[byte] as number;
      search[found] = folded;
      if (folded !== 0) found++;
    }
    this.namesLength = name;
    this.searchLength = found;
    this.endText();
  }

  addText(text: string): void {
    // A UTF-16 unit becomes at most three bytes of UTF-8.
    this.names = withRoom(this.names, this.namesLength + text.length * 3);
    this.namesLength += encoder.encodeInto(text, this.names.subarray(this.namesLength)).written;
    const folded = normalizeForFilter(text);
    this.search = withRoom(this.search, this.searchLength + folded.length * 3 + 1);
    this.searchLength += encoder.encodeInto(
      folded,
      this.search.subarray(this.searchLength),
    ).written;
    this.endText();
  }

  finish(): { names: TextColumn; search: TextColumn } {
    return {
      names: {
        bytes: this.names.slice(0, this.namesLength),
        offsets: this.nameOffsets.finish(),
      },
      search: {
        bytes: this.search.slice(0, this.searchLength),
        offsets: this.searchOffsets.finish(),
      },
    };
  }

  private endText(): void {
    this.search[this.searchLength++] = SEARCH_END;
    this.nameOffsets.push(this.namesLength);
    this.searchOffsets.push(this.searchLength);
  }
}

export class RoleOidsBuilder {
  private uuids: Uint8Array = new Uint8Array(1 << 16);
  private readonly others = new Map<number, string>();
  private length = 0;

  /** Adds the oid whose UTF-8 text is `source[start .. end)`. */
  addBytes(source: Uint8Array, start: number, end: number): void {
    const at = this.length * 16;
    this.uuids = withRoom(this.uuids, at + 16);
    if (!writeUuid(source, start, end, this.uuids, at)) {
      this.uuids.fill(0, at, at + 16);
      this.others.set(this.length, decoder.decode(source.subarray(start, end)));
    }
    this.length++;
  }

  /** Adds an oid that was escaped or is not ASCII. */
  addText(oid: string): void {
    const encoded = encoder.encode(oid);
    this.addBytes(encoded, 0, encoded.length);
  }

  finish(): RoleOidColumn {
    return { uuids: this.uuids.slice(0, this.length * 16), others: this.others };
  }
}

/** Distinct texts, numbered in order of appearance: open addressing over one buffer of their bytes. */
import { NumberColumnBuilder, withRoom } from "./growable.ts";

/** Texts as one UTF-8 buffer; text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  /** One more than the number of texts; ascending. */
  readonly offsets: Uint32Array;
}

/** The hash of an empty text; `hashByte` adds each byte. */
export const EMPTY_HASH = 0x811c9dc5 | 0;

export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

export class TextDictionary {
  private bytes: Uint8Array = new Uint8Array(1 << 12);
  private length = 0;
  private readonly offsets = new NumberColumnBuilder(new Uint32Array(1 << 8));
  private readonly hashes = new NumberColumnBuilder(new Uint32Array(1 << 8));
  /** Index + 1; 0 = free. */
  private slots = new Uint32Array(1 << 9);

  constructor() {
    this.offsets.push(0);
  }

  get size(): number {
    return this.hashes.length;
  }

  /**
   * The index of the text `source[start .. end)`, which is new if it equals the previous `size`; `hash` is that of its
   * bytes.
   */
  add(source: Uint8Array, start: number, end: number, hash: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = spread(hash) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = (slots[slot] as number) - 1;
      if (this.isText(index, source, start, end)) return index;
    }
    const index = this.size;
    slots[slot] = index + 1;
    this.append(source, start, end, hash);
    if (this.size * 2 > slots.length) this.grow();
    return index;
  }

  addText(bytes: Uint8Array): number {
    let hash = EMPTY_HASH;
    for (const byte of bytes) hash = hashByte(hash, byte);
    return this.add(bytes, 0, bytes.length, hash);
  }

  /** The end of a text that matches `source` at `at`, or -1. */
  endIn(source: Uint8Array, at: number, index: number): number {
    const end = at + this.offsets.at(index + 1) - this.offsets.at(index);
    return end <= source.length && this.isText(index, source, at, end) ? end : -1;
  }

  finish(): TextColumn {
    return { bytes: this.bytes.subarray(0, this.length), offsets: this.offsets.finish() };
  }

  private isText(index: number, source: Uint8Array, start: number, end: number): boolean {
    const { bytes } = this;
    const from = this.offsets.at(index);
    if (this.offsets.at(index + 1) - from !== end - start) return false;
    for (let at = start, held = from; at < end; at++, held++) {
      if (bytes[held] !== source[at]) return false;
    }
    return true;
  }

  private append(source: Uint8Array, start: number, end: number, hash: number): void {
    this.bytes = withRoom(this.bytes, this.length + end - start);
    this.bytes.set(source.subarray(start, end), this.length);
    this.length += end - start;
    this.offsets.push(this.length);
    this.hashes.push(hash);
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.size; index++) {
      let slot = spread(this.hashes.at(index)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.slots = slots;
  }
}

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

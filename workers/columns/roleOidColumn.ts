/** Collects role oids while reading. */
import { withRoom } from "./growable.ts";
import type { RoleOidColumn } from "./reportColumns.ts";
import { writeUuid } from "./roleOidBytes.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class RoleOidsBuilder {
  private uuids: Uint8Array = new Uint8Array(1 << 16);
  private readonly others = new Map<number, string>();
  private length = 0;

  get count(): number {
    return this.length;
  }

  /** Adds the oid with the UTF-8 text `source[start .. end)`. */
  addBytes(source: Uint8Array, start: number, end: number): void {
    const at = this.length * 16;
    this.uuids = withRoom(this.uuids, at + 16);
    if (!writeUuid(source, start, end, this.uuids, at)) {
      this.uuids.fill(0, at, at + 16);
      this.others.set(this.length, decoder.decode(source.subarray(start, end)));
    }
    this.length++;
  }

  /** Adds an escaped or non-ASCII oid. */
  addText(oid: string): void {
    const encoded = encoder.encode(oid);
    this.addBytes(encoded, 0, encoded.length);
  }

  /** Adds UUIDs as 16 bytes each. */
  addUuids(bytes: Uint8Array): void {
    const at = this.length * 16;
    this.uuids = withRoom(this.uuids, at + bytes.length);
    this.uuids.set(bytes, at);
    this.length += bytes.length / 16;
  }

  /** Removes all oids from that row on. */
  truncate(rowCount: number): void {
    for (let row = rowCount; row < this.length; row++) this.others.delete(row);
    this.length = Math.min(this.length, rowCount);
  }

  finish(): RoleOidColumn {
    return { uuids: this.uuids.subarray(0, this.length * 16), others: this.others };
  }
}

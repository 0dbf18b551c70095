/** A policy change in the form that the database needs: each role once, its oid as 16 bytes. Lists can have a million items. */
import type { PolicyChange } from "#events/calls/orgs.ts";

export interface PreparedChange {
  readonly add: PackedOids;
  /** The position of each oid of `add` in the list of the request. */
  readonly places: Uint32Array;
  /** The path of that list in the request. */
  readonly path: string;
  /** Without the oids of `add`. */
  readonly remove: PackedOids;
}

/** Concatenated oids, 16 bytes each. */
export type PackedOids = Uint8Array;

export function preparePolicyChange(change: PolicyChange): PreparedChange {
  const { add, remove } = "add" in change ? change : { add: change, remove: [] };
  const seen = new Set<string>();
  const added = packNew(add, seen);
  const removed = packNew(remove, seen);
  const path = "add" in change ? "/body/add" : "/body";
  return { add: added.oids, places: added.places, path, remove: removed.oids };
}

/** Packs the oids that `seen` does not contain, and adds them to it. */
function packNew(list: readonly string[], seen: Set<string>) {
  const oids = Buffer.alloc(list.length * OID_BYTES);
  const places = new Uint32Array(list.length);
  let count = 0;
  for (const [place, oid] of list.entries()) {
    const hex = oid.toLowerCase().replaceAll("-", "");
    if (seen.has(hex)) continue;
    seen.add(hex);
    oids.write(hex, count * OID_BYTES, "hex");
    places[count] = place;
    count += 1;
  }
  return {
    oids: Uint8Array.from(oids.subarray(0, count * OID_BYTES)),
    places: places.slice(0, count),
  };
}

const OID_BYTES = 16;
/** Oids per statement: enough to be fast, and few enough to let other statements run in between. */
const BATCH = 20_000;

/** The oids in batches, as hexadecimal digits, each with the position of its first oid. */
export function* batchesOf(
  packed: PackedOids,
): Generator<{ readonly first: number; readonly oids: readonly string[] }> {
  const length = packed.length / OID_BYTES;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let first = 0; first < length; first += BATCH) {
    const count = Math.min(BATCH, length - first);
    const digits = bytes.toString("hex", first * OID_BYTES, (first + count) * OID_BYTES);
    const oids = Array.from({ length: count }, (_, at) => digits.slice(at * 32, at * 32 + 32));
    yield { first, oids };
  }
}

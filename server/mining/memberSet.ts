/** Bytes of an oid in binary form. */
export const OID_BYTES = 16;

/**
 * @param pages concatenated binary oids, which may repeat.
 * @returns the distinct oids, ascending, in the same format.
 */
export function distinctOids(pages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = Buffer.concat(pages);
  const count = all.length / OID_BYTES;
  const high = new BigUint64Array(count);
  const low = new BigUint64Array(count);
  for (let i = 0; i < count; i += 1) {
    high[i] = all.readBigUInt64BE(i * OID_BYTES);
    low[i] = all.readBigUInt64BE(i * OID_BYTES + 8);
  }
  const order = new Uint32Array(count).map((_, i) => i);
  const compare = (a: bigint | undefined, b: bigint | undefined): number =>
    a === b ? 0 : (a ?? 0n) < (b ?? 0n) ? -1 : 1;
  order.sort((a, b) => compare(high[a], high[b]) || compare(low[a], low[b]));

  const distinct = new Uint8Array(all.length);
  let length = 0;
  let previous = -1;
  for (const i of order) {
    const repeated = previous >= 0 && high[i] === high[previous] && low[i] === low[previous];
    previous = i;
    if (repeated) continue;
    distinct.set(all.subarray(i * OID_BYTES, (i + 1) * OID_BYTES), length);
    length += OID_BYTES;
  }
  return distinct.slice(0, length);
}

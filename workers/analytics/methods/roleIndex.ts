/** Finds the rows of a role: which role oids occur twice, and which rows the policy has already. */
import type { ReportColumns } from "../../columns/reportColumns.ts";
import { writeUuid } from "../../columns/roleOidBytes.ts";
import type { EntitlementRow } from "../contract.ts";
import { hasBit, setBit, type Bitset } from "./bitset.ts";

export interface RoleIndex {
  /** First row whose role has this oid, or -1. */
  find(roleOid: string): EntitlementRow;
  /** For each row the first row of the same role; null when no role has two rows, as is usual. */
  readonly firstRows: Uint32Array | null;
}

const utf8 = new TextEncoder();

/** Hashes all role oids once, in O(rows). */
export function indexRoles(columns: ReportColumns): RoleIndex {
  const { rowCount } = columns;
  const { uuids, others } = columns.roleOids;
  const words = new Uint32Array(uuids.buffer, uuids.byteOffset, rowCount * 4);
  const mask = 2 ** Math.ceil(Math.log2(Math.max(rowCount, 1) * 1.5 + 1)) - 1;
  /** Open addressing; row + 1, 0 = free. */
  const slots = new Uint32Array(mask + 1);
  const otherRows = new Map<string, EntitlementRow>();
  let firstRows: Uint32Array | null = null;

  for (let row = 0; row < rowCount; row++) {
    const other = others.size > 0 ? others.get(row) : undefined;
    let first = row;
    if (other === undefined) first = place(row);
    else if (otherRows.has(other)) first = otherRows.get(other) as EntitlementRow;
    else otherRows.set(other, row);
    if (first !== row) firstRows ??= Uint32Array.from({ length: rowCount }, (_, index) => index);
    if (firstRows !== null) firstRows[row] = first;
  }
  return { find, firstRows };

  function place(row: EntitlementRow): EntitlementRow {
    const at = row * 4;
    const slot = slotOf(words, at);
    if (slots[slot] === 0) slots[slot] = row + 1;
    return (slots[slot] as number) - 1;
  }

  /** The slot that holds the four words at `source[at]`, or the free one where they belong. */
  function slotOf(source: Uint32Array, at: number): number {
    const a = source[at] as number;
    const b = source[at + 1] as number;
    const c = source[at + 2] as number;
    const d = source[at + 3] as number;
    let slot = mix(a, b, c, d) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const held = ((slots[slot] as number) - 1) * 4;
      if (
        words[held] === a &&
        words[held + 1] === b &&
        words[held + 2] === c &&
        words[held + 3] === d
      ) {
        break;
      }
    }
    return slot;
  }

  function find(oid: string): EntitlementRow {
    const other = otherRows.get(oid);
    if (other !== undefined) return other;
    const encoded = utf8.encode(oid);
    const wanted = new Uint8Array(16);
    if (!writeUuid(encoded, 0, encoded.length, wanted, 0)) return -1;
    return (slots[slotOf(new Uint32Array(wanted.buffer), 0)] as number) - 1;
  }
}

/** Murmur's steps over four words: UUIDs that only count up must not fall into neighbouring slots. */
function mix(a: number, b: number, c: number, d: number): number {
  let hash = 0;
  hash = step(hash, a);
  hash = step(hash, b);
  hash = step(hash, c);
  hash = step(hash, d);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function step(hash: number, word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
}

/** Makes `inPolicy` the rows whose role the policy induces. */
export function applyPolicy(inPolicy: Bitset, index: RoleIndex, policy: readonly string[]): void {
  inPolicy.fill(0);
  for (const oid of policy) {
    const row = index.find(oid);
    if (row >= 0) setBit(inPolicy, row, true);
  }
  if (index.firstRows === null) return;
  for (let row = 0; row < index.firstRows.length; row++) {
    if (hasBit(inPolicy, index.firstRows[row] as number)) setBit(inPolicy, row, true);
  }
}

/** What apply sends, and how many distinct roles that is. */
import { resourceCount, roleOid, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ApplyList, ApplyOids, EntitlementRow } from "../contract.ts";
import { createBitset, hasBit, intersect, nextBit, setBit } from "./bitset.ts";
import type { ResourceMask } from "./resourceSets.ts";
import type { FirstRows } from "./roles.ts";
import type { RowSets } from "./rowSets.ts";

/** Rows of kept and ticked entitlements of the resources in the filter, one a role, ascending; the text does not count. */
function forEachAppliedRole(
  sets: RowSets,
  columns: ReportColumns,
  included: ResourceMask,
  firstRows: FirstRows,
  take: (row: EntitlementRow) => void,
): void {
  const applied = createBitset(columns.rowCount);
  intersect(applied, sets.kept, sets.ticked);
  const taken = firstRows === null ? null : createBitset(columns.rowCount);
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const end = columns.resourceStarts[resource + 1] as number;
    let row = nextBit(applied, columns.resourceStarts[resource] as number);
    for (; row >= 0 && row < end; row = nextBit(applied, row + 1)) {
      if (taken !== null && firstRows !== null) {
        const first = firstRows[row] as number;
        if (hasBit(taken, first)) continue;
        setBit(taken, first, true);
      }
      take(row);
    }
  }
}

export function listToApply(
  sets: RowSets,
  columns: ReportColumns,
  included: ResourceMask,
  firstRows: FirstRows,
): ApplyList {
  const roleOids: string[] = [];
  let alreadyInPolicy = 0;
  forEachAppliedRole(sets, columns, included, firstRows, (row) => {
    roleOids.push(roleOid(columns, row));
    if (hasBit(sets.inPolicy, row)) alreadyInPolicy++;
  });
  return { roleOids, newRoles: roleOids.length - alreadyInPolicy, alreadyInPolicy };
}

/** `listToApply` without a text for each role. */
export function oidsToApply(
  sets: RowSets,
  columns: ReportColumns,
  included: ResourceMask,
  firstRows: FirstRows,
): ApplyOids {
  const { uuids, others } = columns.roleOids;
  const list = new Uint32Array(uuids.length >>> 2);
  const words = new Uint32Array(uuids.buffer, uuids.byteOffset, list.length);
  const otherOids: string[] = [];
  let length = 0;
  let alreadyInPolicy = 0;
  forEachAppliedRole(sets, columns, included, firstRows, (row) => {
    if (hasBit(sets.inPolicy, row)) alreadyInPolicy++;
    const other = others.size === 0 ? undefined : others.get(row);
    if (other !== undefined) {
      otherOids.push(other);
      return;
    }
    for (let word = row * 4; word < row * 4 + 4; word++) list[length++] = words[word] as number;
  });
  const count = length / 4 + otherOids.length;
  return {
    uuids: new Uint8Array(list.buffer.slice(0, length * 4)),
    others: otherOids,
    newRoles: count - alreadyInPolicy,
    alreadyInPolicy,
  };
}

/** What apply sends, and how many distinct roles that is. */
import { resourceCount, roleOid, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ApplyBody, ApplyList, EntitlementRow } from "../contract.ts";
import { UUID_LENGTH, writeUuidText } from "../../columns/roleOidBytes.ts";
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

/** Bytes of JSON that are made at a time; the browser takes a copy of each, so that one buffer is enough. */
const PIECE = 1 << 20;
const QUOTE = 0x22;

/** `listToApply` as JSON. O(roles), about 40 bytes each. */
export function bodyToApply(
  sets: RowSets,
  columns: ReportColumns,
  included: ResourceMask,
  firstRows: FirstRows,
): ApplyBody {
  const { uuids, others } = columns.roleOids;
  const parts: (Blob | string)[] = [];
  const piece = new Uint8Array(PIECE);
  let at = 0;
  let roles = 0;
  const cut = (): void => {
    parts.push(new Blob([piece.subarray(0, at)]));
    at = 0;
  };
  forEachAppliedRole(sets, columns, included, firstRows, (row) => {
    if (at + UUID_LENGTH + 3 > PIECE) cut();
    piece[at++] = roles++ === 0 ? 0x5b : 0x2c;
    const other = others.size === 0 ? undefined : others.get(row);
    if (other === undefined) {
      piece[at++] = QUOTE;
      at = writeUuidText(uuids, row * 16, piece, at);
      piece[at++] = QUOTE;
    } else {
      cut();
      parts.push(JSON.stringify(other));
    }
  });
  cut();
  parts.push(roles === 0 ? "[]" : "]");
  return { roles, json: new Blob(parts, { type: "application/json" }) };
}

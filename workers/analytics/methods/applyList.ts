/** What apply sends, and how many distinct roles that is. */
import { resourceCount, roleOid, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ApplyList, EntitlementRow } from "../contract.ts";
import type { ResourceMask } from "./resourceSets.ts";
import type { RoleIndex } from "./roleIndex.ts";
import { IN_POLICY, KEPT, TICKED, type RowFlags } from "./rowFlags.ts";

/** Rows of kept and ticked entitlements of the resources in the filter, one a role, ascending; the text does not count. */
function forEachAppliedRole(
  state: RowFlags,
  columns: ReportColumns,
  included: ResourceMask,
  roles: RoleIndex,
  take: (row: EntitlementRow) => void,
): void {
  const wanted = KEPT | TICKED;
  const taken = roles.firstRows === null ? null : new Uint8Array(columns.rowCount);
  for (let resource = 0; resource < resourceCount(columns); resource++) {
    if (included[resource] === 0) continue;
    const end = columns.resourceStarts[resource + 1] as number;
    for (let row = columns.resourceStarts[resource] as number; row < end; row++) {
      if (((state.flags[row] as number) & wanted) !== wanted) continue;
      if (taken !== null && roles.firstRows !== null) {
        const first = roles.firstRows[row] as number;
        if (taken[first] === 1) continue;
        taken[first] = 1;
      }
      take(row);
    }
  }
}

export function listToApply(
  state: RowFlags,
  columns: ReportColumns,
  included: ResourceMask,
  roles: RoleIndex,
): ApplyList {
  const roleOids: string[] = [];
  let alreadyInPolicy = 0;
  forEachAppliedRole(state, columns, included, roles, (row) => {
    roleOids.push(roleOid(columns, row));
    if (((state.flags[row] as number) & IN_POLICY) !== 0) alreadyInPolicy++;
  });
  return { roleOids, newRoles: roleOids.length - alreadyInPolicy, alreadyInPolicy };
}

/** The numbers of `listToApply` without the list; needed only where two rows can be of one role. */
export function countRolesToApply(
  state: RowFlags,
  columns: ReportColumns,
  included: ResourceMask,
  roles: RoleIndex,
): { newRoles: number; alreadyInPolicy: number } {
  const counts = { newRoles: 0, alreadyInPolicy: 0 };
  forEachAppliedRole(state, columns, included, roles, (row) => {
    if (((state.flags[row] as number) & IN_POLICY) !== 0) counts.alreadyInPolicy++;
    else counts.newRoles++;
  });
  return counts;
}

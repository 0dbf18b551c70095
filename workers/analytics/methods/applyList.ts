import { roleOid } from "../../columns/reportColumns.ts";
import { sessionAt, type CoreState } from "../coreState.ts";
import { forEachAppliedRole, forEachRemovedRole } from "../roles/appliedRoles.ts";
import { hasBit } from "../rows/bitset.ts";

export interface ApplyList {
  /** Distinct, in row order. */
  readonly roleOids: readonly string[];
  /** The policy's unticked roles, in row order. */
  readonly removedOids: readonly string[];
  readonly newRoles: number;
  readonly alreadyInPolicy: number;
}

/**
 * The roles that are kept, selected and not inherited, and those of the policy that are kept and not selected, independent of the text.
 * Null if the generation is stale.
 */
export function applyList(core: CoreState, generation: number): ApplyList | null {
  const session = sessionAt(core, generation);
  if (session === null) return null;
  const { columns, sets } = session;
  const roleOids: string[] = [];
  let alreadyInPolicy = 0;
  forEachAppliedRole(session, (row) => {
    roleOids.push(roleOid(columns, row));
    if (hasBit(sets.inPolicy, row)) alreadyInPolicy++;
  });
  const removedOids: string[] = [];
  forEachRemovedRole(session, (row) => removedOids.push(roleOid(columns, row)));
  return {
    roleOids,
    removedOids,
    newRoles: roleOids.length - alreadyInPolicy,
    alreadyInPolicy,
  };
}

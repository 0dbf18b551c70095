/** The safety gates of an import of files: what keeps its plan from being written without a person's decision. */
import type { DirectoryImport } from "../entities/directoryImport.ts";

/** Percent of what the resources of the files hold that an import may remove without a decision. */
export const MAX_REMOVED_PERCENT = 20;

const GATED = ["accounts", "entitlements", "assignments"] as const;

/** More is removed than the limit allows. */
export interface ImportGate {
  readonly kind: (typeof GATED)[number];
  readonly removed: number;
  /** How many there are before the import. */
  readonly of: number;
}

/** @returns the gates that a plan with these counts does not pass; empty: it is written. */
export function closedImportGates(
  counts: Pick<NonNullable<DirectoryImport["counts"]>, ImportGate["kind"]> | null,
): readonly ImportGate[] {
  if (counts === null) return [];
  return GATED.flatMap((kind) => {
    const { removed, updated, unchanged } = counts[kind];
    const of = removed + updated + unchanged;
    return removed * 100 > of * MAX_REMOVED_PERCENT ? [{ kind, removed, of }] : [];
  });
}

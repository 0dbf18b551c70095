/** The safety gates of an import of files: what keeps its plan from being written without a person's decision. */
import type { DirectoryImport } from "../entities/directoryImport.ts";
import { DEFAULT_SETTINGS } from "../entities/system.ts";
import { isMassRewrite, type RewriteFigures } from "./rewriteGate.ts";

/** Percent of what the resources of the files hold that an import may remove without a decision. */
export const MAX_REMOVED_PERCENT = 20;

/** Percent of the people of the directory that an import may rewrite without a decision: as many as a new system may rename. */
export const MAX_REWRITTEN_PERCENT = DEFAULT_SETTINGS.maxRenamedPercent;

const GATED = ["accounts", "entitlements", "assignments"] as const;

/** More is removed than the limit allows. */
export interface RemovalGate {
  readonly kind: (typeof GATED)[number];
  readonly removed: number;
  /** How many there are before the import. */
  readonly of: number;
}

/** More people get another name, job, department or location than the limit allows. */
export interface RewriteGate extends RewriteFigures {
  readonly kind: "people";
}

export type ImportGate = RemovalGate | RewriteGate;

type GatedCounts = Pick<NonNullable<DirectoryImport["counts"]>, RemovalGate["kind"] | "identities">;

/** @returns the gates that a plan with these counts does not pass; empty: it is written. */
export function closedImportGates(counts: GatedCounts | null): readonly ImportGate[] {
  if (counts === null) return [];
  const removals = GATED.flatMap((kind) => {
    const { removed, updated, unchanged } = counts[kind];
    const of = removed + updated + unchanged;
    return removed * 100 > of * MAX_REMOVED_PERCENT ? [{ kind, removed, of }] : [];
  });
  const { rewritten = 0, existing: of = 0 } = counts.identities;
  return isMassRewrite({ rewritten, of }, MAX_REWRITTEN_PERCENT)
    ? [{ kind: "people", rewritten, of }, ...removals]
    : removals;
}

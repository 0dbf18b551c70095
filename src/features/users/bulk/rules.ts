/** Bulk changes: the address of a file, the shown lines, and their texts. */
import { bulkLines, SHOWN_LINES } from "#events/actions/bulkChanges.ts";
import type { BulkChange, BulkKind, BulkLine } from "#events/entities/bulkChange.ts";
import { readQuery, writeQuery } from "#events/kernel/query.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { parsePath } from "../../../kernel/navigation.ts";
import { bulkRoute } from "../route.ts";

export type Shown = (typeof SHOWN_LINES)[number];

/** The file id in an address; null before a file was checked. */
export function bulkIdOf(path: string): string | null {
  const { check } = readQuery(bulkLines.query, parsePath(path).search);
  return isUuid(check) ? check : null;
}

export function bulkPath(bulkId: string): string {
  return bulkRoute.path + writeQuery(bulkLines.query, { check: bulkId, show: "all" });
}

/** Lines of one kind; `late` lines are also counted by their original kind. */
export function countOf({ counts, late }: BulkChange, show: Shown): number {
  if (show === "late") return late;
  if (show !== "all") return counts[show];
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The filter's choices: all lines, and the kinds that occur. */
export function choicesOf(bulk: BulkChange, chosen: Shown): readonly Shown[] {
  return SHOWN_LINES.filter((show) => show === "all" || show === chosen || countOf(bulk, show) > 0);
}

/** Percent of the effective lines that are processed. */
export function percentApplied({ done, late, left }: BulkChange): number {
  const all = done + late + left;
  return all === 0 ? 100 : ((done + late) / all) * 100;
}

/** The outcome of a line, or its expected effect. */
export function stateOf({ kind, outcome }: BulkLine): BulkKind | "done" | "late" {
  return outcome ?? kind;
}

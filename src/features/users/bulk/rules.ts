/** Changes by a file: the address of one, what is shown of it, and how it reads. */
import { bulkLines, SHOWN_LINES } from "#events/actions/bulkChanges.ts";
import type { BulkChange, BulkKind, BulkLine } from "#events/entities/bulkChange.ts";
import { readQuery, writeQuery } from "#events/kernel/query.ts";
import { parsePath } from "../../../kernel/navigation.ts";
import { bulkRoute } from "../route.ts";

export type Shown = (typeof SHOWN_LINES)[number];

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The file that an address names; null where no file was checked yet. */
export function bulkIdOf(path: string): string | null {
  const { check } = readQuery(bulkLines.query, parsePath(path).search);
  return UUID.test(check) ? check : null;
}

export function bulkPath(bulkId: string): string {
  return bulkRoute.path + writeQuery(bulkLines.query, { check: bulkId, show: "all" });
}

/** Lines of a kind; `late` are of other kinds, too. */
export function countOf({ counts, late }: BulkChange, show: Shown): number {
  if (show === "late") return late;
  if (show !== "all") return counts[show];
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What to choose from: all lines, and the kinds that there are. */
export function choicesOf(bulk: BulkChange, chosen: Shown): readonly Shown[] {
  return SHOWN_LINES.filter((show) => show === "all" || show === chosen || countOf(bulk, show) > 0);
}

/** Percent of the lines to be written that are done with. */
export function percentApplied({ done, late, left }: BulkChange): number {
  const all = done + late + left;
  return all === 0 ? 100 : ((done + late) / all) * 100;
}

/** What became of a line, or would become of it. */
export function stateOf({ kind, outcome }: BulkLine): BulkKind | "done" | "late" {
  return outcome ?? kind;
}

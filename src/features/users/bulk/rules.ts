/** Changes by a file: the address of one, what is shown of it, and how it reads. */
import {
  BULK_KINDS,
  type BulkChange,
  type BulkKind,
  type BulkLine,
} from "#events/entities/bulkChange.ts";
import { parsePath } from "../../../kernel/navigation.ts";
import { PAGE_SIZE } from "../../../kernel/pages.ts";
import { bulkRoute } from "../route.ts";

export type Shown = BulkKind | "late" | "all";
export const SHOWN: readonly Shown[] = ["all", ...BULK_KINDS, "late"];

export interface BulkAddress {
  /** null where no file was checked yet. */
  readonly bulkId: string | null;
  readonly show: Shown;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads an address; what it says wrongly reads as usual. */
export function readBulkAddress(path: string): BulkAddress {
  const query = new URLSearchParams(parsePath(path).search);
  const check = query.get("check") ?? "";
  return {
    bulkId: UUID.test(check) ? check : null,
    show: SHOWN.find((one) => one === query.get("show")) ?? "all",
  };
}

export function bulkPath({ bulkId, show }: BulkAddress): string {
  const query = new URLSearchParams();
  if (bulkId !== null) query.set("check", bulkId);
  if (show !== "all") query.set("show", show);
  const search = query.toString();
  return search === "" ? bulkRoute.path : `${bulkRoute.path}?${search}`;
}

/** What the list of lines is asked for. */
export function linesQuery(show: Shown, page: number) {
  return { ...(show !== "all" && { show }), page, size: PAGE_SIZE };
}

/** Lines of a kind; `late` are of other kinds, too. */
export function countOf({ counts, late }: BulkChange, show: Shown): number {
  if (show === "late") return late;
  if (show !== "all") return counts[show];
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What to choose from: all lines, and the kinds that there are. */
export function choicesOf(bulk: BulkChange, chosen: Shown): readonly Shown[] {
  return SHOWN.filter((show) => show === "all" || show === chosen || countOf(bulk, show) > 0);
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

/** What reports look like, and which rows can become cases. */
import {
  columnsOfKind,
  type Report,
  type ReportColumnId,
  type ReportKind,
  type ReportRow,
} from "#events/entities/report.ts";

/** Whether the report still waits or is being made. */
export const isPending = ({ status }: Pick<Report, "status">): boolean =>
  status === "queued" || status === "running";

/** The kinds whose rows can become cases. */
export const WITH_FINDINGS: ReadonlySet<ReportKind> = new Set([
  "outsidePolicy",
  "orphanedAccounts",
  "dormantAccounts",
  "holders",
]);

/**
 * Why a row with a finding cannot become a case: it is about people without an org, or the report was stored without the
 * ids of its findings. Null if it can, or if nothing is wrong.
 */
export function obstacleToCase(
  kind: ReportKind,
  { cells, finding }: Pick<ReportRow, "cells" | "finding">,
): "noOrg" | "notStored" | null {
  if (finding || !WITH_FINDINGS.has(kind)) return null;
  const cellOf = (id: ReportColumnId) => cells[columnsOfKind(kind).findIndex((c) => c.id === id)];
  if (kind === "outsidePolicy" && cellOf("org") === null) return "noOrg";
  return kind === "holders" && cellOf("holding") === "byPolicy" ? null : "notStored";
}

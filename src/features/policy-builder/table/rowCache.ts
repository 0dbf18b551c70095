/** Keeps previously read rows while the table is the same, so that scrolling back or on does not wait for them. */
import type { BuilderView, TableWindow } from "#workers/analytics/contract.ts";
import { resourceAbove } from "./rules.ts";

/** Maximum rows kept on either side of the newest window. */
const MAX_BESIDE = 1024;

interface KnownTable extends TableWindow {
  /** The same object as long as the table is the same. */
  readonly view: BuilderView;
}

/** @returns `now`, extended by the adjacent rows of `before` */
export function extendRowCache<Known extends KnownTable>(before: Known | null, now: Known): Known {
  if (before === null || before.view !== now.view) return now;
  const end = now.firstRow + now.rows.length;
  const endBefore = before.firstRow + before.rows.length;
  if (before.firstRow > end || endBefore < now.firstRow) return now;
  const from = Math.min(now.firstRow, Math.max(before.firstRow, now.firstRow - MAX_BESIDE));
  const to = Math.max(end, Math.min(endBefore, end + MAX_BESIDE));
  if (from === now.firstRow && to === end) return now;
  const above = before.rows.slice(
    from - before.firstRow,
    Math.max(0, now.firstRow - before.firstRow),
  );
  const below = before.rows.slice(Math.max(0, end - before.firstRow), to - before.firstRow);
  return {
    ...now,
    rows: [...above, ...now.rows, ...below],
    firstRow: from,
    leadingResource: from === now.firstRow ? now.leadingResource : resourceAbove(before, from),
  };
}

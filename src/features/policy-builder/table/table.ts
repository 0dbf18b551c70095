/**
 * The rendered table: all known rows with the pending selection. Each part is a separate store, so that a view renders only
 * when its part changes and not with every answer.
 */
import { combine, createStore } from "effector";
import { $tableResult, type TableResult } from "./tableQuery.ts";
// The log records the table's snapshots.
import "./snapshot.ts";
import { extendRowCache } from "./rowCache.ts";
import { $builder } from "../model.ts";
import { withOptimisticTicks } from "../selection/optimisticTicks.ts";
import { checkedOf } from "./rules.ts";

const $known = createStore<TableResult | null>(null, { serialize: "ignore" }).on(
  $tableResult,
  (known, tableResult) => tableResult && extendRowCache(known, tableResult),
);

export const $table = combine($known, $builder, (known, builder) =>
  known ? withOptimisticTicks(known, builder) : null,
);

const $rows = $table.map((table) => table?.rows ?? []);
const $firstRow = $table.map((table) => table?.firstRow ?? 0);
const $leadingResource = $table.map((table) => table?.leadingResource ?? null);
/** The known rows and their positions in the table. */
export const $window = combine({
  rows: $rows,
  firstRow: $firstRow,
  leadingResource: $leadingResource,
});
export const $rowCount = $table.map((table) => table?.view.rowCount ?? 0);
/** The last scroll target after the rows changed. */
export const $moved = $table.map((table) => table?.moved ?? null);

/** The checkbox of all shown rows. */
export const $selectAll = combine({
  /** Number of shown rows; null while nothing is known. */
  shown: $table.map((table) => table?.view.shown.entitlements ?? null),
  /** Maximum number of rows. */
  most: $table.map((table) => table?.view.entitlements ?? 0),
  checked: $table.map((table) => checkedOf(table?.view.shownState ?? "unchecked")),
  empty: $table.map((table) => (table?.view.shown.entitlements ?? 0) === 0),
});

/**
 * The table as it is drawn: all rows that are known of it, with the ticks that the worker has not yet heard of. Each
 * part is a store of its own, so that a view draws when its part is another, and not with every answer.
 */
import { combine, createStore } from "effector";
import { $tableResult, type TableResult } from "./tableQuery.ts";
// What the table shows is noted by the log.
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
/** The rows that are known, and where they stand in the table. */
export const $window = combine({
  rows: $rows,
  firstRow: $firstRow,
  leadingResource: $leadingResource,
});
export const $rowCount = $table.map((table) => table?.view.rowCount ?? 0);
/** Where the table went last, as its rows became others. */
export const $moved = $table.map((table) => table?.moved ?? null);

/** The checkbox of all rows that are shown. */
export const $selectAll = combine({
  /** How many rows those are; null while nothing is known. */
  shown: $table.map((table) => table?.view.shown.entitlements ?? null),
  /** How many they can be. */
  most: $table.map((table) => table?.view.entitlements ?? 0),
  checked: $table.map((table) => checkedOf(table?.view.shownState ?? "unchecked")),
  empty: $table.map((table) => (table?.view.shown.entitlements ?? 0) === 0),
});

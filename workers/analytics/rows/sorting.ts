/**
 * The orders of the table. By name, all rows have an order that is built beside the queries. Until then, and for
 * percentages that do not descend, only the visible part of the shown rows is sorted. All other orders follow from
 * report order.
 */
import { NameColumnBuilder } from "../../columns/nameColumn.ts";
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow } from "../../columns/units.ts";
import type { TableSort } from "../builderQuery.ts";
import { hasBit, type Bitset } from "./bitset.ts";
import { collate } from "../text/collation.ts";
import type { FallingResources } from "./thresholdRanges.ts";
import { compareByKeys, multikeySort, NO_KEY, type KeyOf } from "../text/multikeySort.ts";
import { rankDivided, rankRows, turnRank, type RowRank } from "./rowRank.ts";
import { rankSorted } from "./sortedRank.ts";

export interface Sorting {
  /** Rank of a set of rows in an order; valid until the set, or by `inPolicy` the policy, changes. */
  rank(rows: Bitset, sort: TableSort | null): RowRank;
  /** Below 0 if the first of two rows of one resource comes first in an order. */
  compare(sort: TableSort | null): (one: EntitlementRow, other: EntitlementRow) => number;
  /** All resources in an order; null for the received order. */
  resources(sort: TableSort | null): Uint32Array | null;
  /** Takes the order of all rows by name, which makes later ranks faster. */
  takeRowsByName(rows: Uint32Array): void;
}

/** @param inPolicy the rows of roles in the policy */
export function createSorting(
  columns: ReportColumns,
  falling: FallingResources,
  inPolicy: Bitset,
): Sorting {
  const isFalling = falling.every((one) => one === 1);
  let nameKeys: KeyOf | null = null;
  let rowsByName: Uint32Array | null = null;
  let resourcesByName: Uint32Array | null = null;
  const nameKeysOf = () => (nameKeys ??= collate(columns.names));
  return { rank, compare, resources, takeRowsByName: (rows) => void (rowsByName = rows) };

  function rank(rows: Bitset, sort: TableSort | null): RowRank {
    if (sort === null) return rankRows(rows, columns);
    const ascending = sort.direction === "ASCENDING";
    switch (sort.column) {
      case "name":
        return rankSorted(rows, columns, { keyOf: nameKeysOf(), rows: rowsByName }, !ascending);
      case "percent": {
        if (!isFalling) {
          const byPercent = { keyOf: byFallingPercent(columns), rows: null };
          return rankSorted(rows, columns, byPercent, ascending);
        }
        const asReceived = rankRows(rows, columns);
        return ascending ? turnRank(asReceived, rows, columns) : asReceived;
      }
      case "inPolicy": {
        const divided = rankDivided(rows, inPolicy, columns);
        return ascending ? turnRank(divided, rows, columns) : divided;
      }
      default:
        return sort.column satisfies never;
    }
  }

  function compare(sort: TableSort | null): (one: EntitlementRow, other: EntitlementRow) => number {
    if (sort === null) return (one, other) => one - other;
    const isAscending = sort.direction === "ASCENDING";
    switch (sort.column) {
      case "name":
        return comparing(nameKeysOf(), !isAscending);
      case "percent":
        return comparing(byFallingPercent(columns), isAscending);
      case "inPolicy": {
        const isNotIn: KeyOf = (row, depth) => (depth > 0 ? NO_KEY : hasBit(inPolicy, row) ? 0 : 1);
        return comparing(isNotIn, isAscending);
      }
      default:
        return sort.column satisfies never;
    }
  }

  function resources(sort: TableSort | null): Uint32Array | null {
    if (sort?.column !== "name") return null;
    resourcesByName ??= orderResources(columns);
    return sort.direction === "ASCENDING" ? resourcesByName : resourcesByName.toReversed();
  }
}

function comparing(keyOf: KeyOf, isTurned: boolean) {
  return (one: EntitlementRow, other: EntitlementRow): number =>
    isTurned ? compareByKeys(keyOf, other, one) : compareByKeys(keyOf, one, other);
}

function byFallingPercent({ percents }: ReportColumns): KeyOf {
  return (row, depth) => (depth === 0 ? -(percents[row] as number) : NO_KEY);
}

function orderResources(columns: ReportColumns): Uint32Array {
  const names = new NameColumnBuilder();
  for (const name of columns.resourceNames) names.addText(name);
  const order = Uint32Array.from({ length: resourceCount(columns) }, (_, resource) => resource);
  multikeySort(order, collate(names.finish()));
  return order;
}

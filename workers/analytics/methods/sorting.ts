/**
 * The orders of the table. What a column costs is paid once a report, for both directions and all filters: a resource
 * at a time, and of it what is looked at.
 */
import { NameColumnBuilder } from "../../columns/nameColumn.ts";
import { resourceCount, type ReportColumns } from "../../columns/reportColumns.ts";
import type { ResourceIndex, TableSort } from "../contract.ts";
import type { Bitset } from "./bitset.ts";
import { collate } from "./collation.ts";
import type { FallingResources } from "./keptRanges.ts";
import { compareByKeys, multikeySort, NO_KEY, sortPartly, type KeyOf } from "./multikeySort.ts";
import {
  rankDivided,
  rankRows,
  rankSorted,
  turnRank,
  type RowOrder,
  type RowRank,
} from "./rowRank.ts";

export interface Sorting {
  /** Rank of a set of rows in an order; valid until the set, or by `inPolicy` the policy, changes. */
  rank(rows: Bitset, sort: TableSort | null): RowRank;
  /** All resources in an order; null when as received. */
  resources(sort: TableSort | null): Uint32Array | null;
}

/** @param inPolicy the rows of roles in the policy */
export function createSorting(
  columns: ReportColumns,
  falling: FallingResources,
  inPolicy: Bitset,
): Sorting {
  const isFalling = falling.every((one) => one === 1);
  let byName: RowOrder | null = null;
  let byPercent: RowOrder | null = null;
  let resourcesByName: Uint32Array | null = null;
  return { rank, resources };

  function rank(rows: Bitset, sort: TableSort | null): RowRank {
    if (sort === null) return rankRows(rows, columns);
    const ascending = sort.direction === "ASCENDING";
    switch (sort.column) {
      case "name":
        byName ??= orderRows(columns, collate(columns.names));
        return rankSorted(rows, byName, !ascending);
      case "percent": {
        if (!isFalling) {
          byPercent ??= orderRows(columns, byFallingPercent(columns), falling);
          return rankSorted(rows, byPercent, ascending);
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

  function resources(sort: TableSort | null): Uint32Array | null {
    if (sort?.column !== "name") return null;
    resourcesByName ??= orderResources(columns);
    return sort.direction === "ASCENDING" ? resourcesByName : resourcesByName.toReversed();
  }
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

interface SortedPart {
  readonly rows: Uint32Array;
  readonly sort: (from: number, to: number) => void;
}

/** @param inOrder where given, 1 for resources that are in this order as received */
function orderRows(
  { rowCount, resourceStarts }: ReportColumns,
  keyOf: KeyOf,
  inOrder?: Uint8Array,
): RowOrder {
  // Memory that no resource has written yet takes none.
  const rows = new Uint32Array(rowCount);
  const parts = new Map<ResourceIndex, SortedPart>();

  function partOf(resource: ResourceIndex): SortedPart {
    let part = parts.get(resource);
    if (part !== undefined) return part;
    const start = resourceStarts[resource] as number;
    const own = rows.subarray(start, resourceStarts[resource + 1]);
    for (let place = 0; place < own.length; place++) own[place] = start + place;
    const sort = inOrder?.[resource] === 1 ? () => {} : sortPartly(own, keyOf);
    parts.set(resource, (part = { rows: own, sort }));
    return part;
  }

  return {
    rows: (resource) => partOf(resource).rows,
    sort: (resource, from, to) => partOf(resource).sort(from, to),
    placeOf(resource, row) {
      const part = partOf(resource);
      let low = 0;
      let high = part.rows.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        part.sort(middle, middle + 1);
        if (compareByKeys(keyOf, part.rows[middle] as number, row) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

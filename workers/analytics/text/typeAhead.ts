/**
 * Type-ahead: the next row of the table whose normalized name starts with a normalized text. Prefix matches are
 * computed one resource at a time among the rows whose names contain the text, and cached.
 */
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { NameColumn } from "../../columns/nameColumn.ts";
import { lastAtMost, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../../columns/units.ts";
import type { TablePosition } from "../rows/rowWindow.ts";
import {
  countRange,
  createBitset,
  intersect,
  nextBit,
  setBit,
  type Bitset,
} from "../rows/bitset.ts";
import type { ResourceMask } from "../rows/resourceSets.ts";
import type { RowRank } from "../rows/rowRank.ts";
import type { TableLayout } from "../rows/rowWindow.ts";

/** The current table. */
export interface Searched {
  readonly layout: TableLayout;
  readonly collapsed: ResourceMask;
  /** Only shown rows. */
  readonly rank: RowRank;
}

/** The next row after `from`, wrapping around, with `from` itself last; null if there is none. */
export type FindRow = (table: Searched, from: TablePosition) => TablePosition | null;

/**
 * Valid until the shown rows or their order change.
 * @param matches the rows whose names contain the text
 * @param rankOf the rank of a set of rows in table order
 */
export function createRowFinder(
  text: string,
  columns: ReportColumns,
  matches: Bitset,
  shown: Bitset,
  rankOf: (rows: Bitset) => RowRank,
): FindRow {
  const { names, resourceNames, resourceStarts, rowCount } = columns;
  const wanted = normalizeForFilter(text);
  const bytes = new TextEncoder().encode(wanted);
  const candidates = createBitset(rowCount);
  intersect(candidates, matches, shown);
  const found = createBitset(rowCount);
  /** Matching rows of each examined resource. */
  const counts = new Map<ResourceIndex, number>();
  let foundRank: RowRank | null = null;
  const resourceBegins = new Map<ResourceIndex, boolean>();

  return (table, from) => {
    if (wanted === "") return null;
    const after = Math.max(from + 1, 0);
    return findWithin(table, after, table.layout.rowCount) ?? findWithin(table, 0, after);
  };

  /** The first at or after `start`, or null if it is not before `end`. */
  function findWithin(
    table: Searched,
    start: TablePosition,
    end: TablePosition,
  ): TablePosition | null {
    const { resources, positions, rowCount: tableRows } = table.layout;
    if (start >= Math.min(end, tableRows)) return null;
    let place = lastAtMost(positions, positions.length, start);
    for (; place < resources.length; place++) {
      const header = positions[place] as number;
      if (header >= end) return null;
      const resource = resources[place] as number;
      const position =
        header >= start && beginsSo(resource)
          ? header
          : findEntitlement(table, resource, header + 1, Math.max(start, header + 1));
      if (position !== null) return position < end ? position : null;
    }
    return null;
  }

  /** @param first the position of the resource's first entitlement */
  function findEntitlement(
    { rank, collapsed }: Searched,
    resource: ResourceIndex,
    first: TablePosition,
    start: TablePosition,
  ): TablePosition | null {
    const count = collapsed[resource] === 1 ? 0 : countFound(resource);
    if (count === 0) return null;
    foundRank ??= rankOf(found);
    const before = foundRank.before(resource, rank.at(resource, start - first));
    if (before >= count) return null;
    return first + rank.before(resource, foundRank.at(resource, before));
  }

  function beginsSo(resource: ResourceIndex): boolean {
    let begins = resourceBegins.get(resource);
    if (begins === undefined) {
      begins = normalizeForFilter(resourceNames[resource] as string).startsWith(wanted);
      resourceBegins.set(resource, begins);
    }
    return begins;
  }

  function countFound(resource: ResourceIndex): number {
    const known = counts.get(resource);
    if (known !== undefined) return known;
    const start = resourceStarts[resource] as number;
    const end = resourceStarts[resource + 1] as number;
    let row = nextBit(candidates, start);
    for (; row >= 0 && row < end; row = nextBit(candidates, row + 1)) {
      if (beginsWith(names, row, bytes)) setBit(found, row, true);
    }
    const count = countRange(found, start, end);
    counts.set(resource, count);
    if (count > 0) foundRank = null;
    return count;
  }
}

function beginsWith(
  { tokens, offsets, tokenTerms, terms }: NameColumn,
  row: EntitlementRow,
  text: Uint8Array,
): boolean {
  let read = 0;
  for (let index = offsets[row] as number; index < (offsets[row + 1] as number); index++) {
    const term = tokenTerms[tokens[index] as number] as number;
    const end = terms.offsets[term + 1] as number;
    for (let at = terms.offsets[term] as number; at < end; at++) {
      if (terms.bytes[at] !== text[read]) return false;
      if (++read === text.length) return true;
    }
  }
  return false;
}

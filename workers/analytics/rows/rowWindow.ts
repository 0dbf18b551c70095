/** The table as a list: the positions of resources, and windows of rows. */
import type { Message } from "#events/kernel/message.ts";
import {
  entitlementName,
  lastAtMost,
  resourceOf,
  type ReportColumns,
  roleOid,
} from "../../columns/reportColumns.ts";
import type { RoleOrigin } from "../../columns/readPolicy.ts";
import type { EntitlementRow, Percent, ResourceIndex } from "../../columns/units.ts";
import { hasBit } from "./bitset.ts";
import type { ResourceCounts } from "./counts.ts";
import { holdersOf } from "./holders.ts";
import { hintOf } from "./hints.ts";
import type { ResourceMask } from "./resourceSets.ts";
import { checkState, type CheckState } from "./resourceState.ts";
import type { RowRank } from "./rowRank.ts";
import type { RowSets } from "./rowSets.ts";

/** A row's position in the current table: resource rows and entitlement rows together, from 0. */
export type TablePosition = number;

export interface ResourceRow {
  readonly kind: "resource";
  readonly resource: ResourceIndex;
  readonly name: string;
  /** Shown entitlements, and the selected ones among them. */
  readonly shown: number;
  readonly selected: number;
  readonly state: CheckState;
  readonly expanded: boolean;
}

export interface EntitlementTableRow {
  readonly kind: "entitlement";
  readonly row: EntitlementRow;
  readonly resource: ResourceIndex;
  readonly name: string;
  readonly percent: Percent;
  /** Members who hold it; null where the percentage stands for no whole number of members. */
  readonly holders: number | null;
  readonly members: number;
  readonly roleOid: string;
  readonly ticked: boolean;
  readonly inPolicy: boolean;
  /** What grants it to the org if the org's own policy does not; null if nothing does or the policy does. */
  readonly inherited: RoleOrigin | null;
  /** Null while hints are off. */
  readonly hint: Message | null;
}

export type TableRow = ResourceRow | EntitlementTableRow;

/** A table row by identity, whatever its position. */
export type TableTarget =
  | { readonly kind: "resource"; readonly resource: ResourceIndex }
  | { readonly kind: "entitlement"; readonly row: EntitlementRow };

/** Valid until the shown rows, the filter, the collapsed resources or the order of resources change. */
export interface TableLayout {
  /** Shown resources, in table order. */
  readonly resources: Uint32Array;
  /** Their positions, ascending. */
  readonly positions: Uint32Array;
  readonly rowCount: number;
}

/** A row's data besides the columns. */
export interface TableState {
  readonly sets: RowSets;
  readonly counts: ResourceCounts;
  readonly collapsed: ResourceMask;
  readonly hints: boolean;
  readonly originOf: (row: EntitlementRow) => RoleOrigin | null;
}

/**
 * O(resources).
 * @param order all resources in table order; null for the received order
 */
export function buildLayout(
  counts: ResourceCounts,
  included: ResourceMask,
  collapsed: ResourceMask,
  order: Uint32Array | null,
): TableLayout {
  const resources = new Uint32Array(included.length);
  const positions = new Uint32Array(included.length);
  let standing = 0;
  let rowCount = 0;
  for (let place = 0; place < resources.length; place++) {
    const resource = order === null ? place : (order[place] as number);
    const shown = included[resource] === 1 ? (counts.shown[resource] as number) : 0;
    if (shown === 0) continue;
    resources[standing] = resource;
    positions[standing] = rowCount;
    standing++;
    rowCount += collapsed[resource] === 1 ? 1 : 1 + shown;
  }
  return {
    resources: resources.subarray(0, standing),
    positions: positions.subarray(0, standing),
    rowCount,
  };
}

/** Rows from `start` to before `end`, clipped to the table. */
export function windowOf(
  columns: ReportColumns,
  table: TableState,
  layout: TableLayout,
  rank: RowRank,
  start: TablePosition,
  end: TablePosition,
): TableRow[] {
  const rows: TableRow[] = [];
  const last = Math.min(end, layout.rowCount);
  let position = Math.max(start, 0);
  if (position >= last) return rows;
  let place = lastAtMost(layout.positions, layout.positions.length, position);
  for (; position < last; place++) {
    const resource = layout.resources[place] as number;
    const header = layout.positions[place] as number;
    const next = Math.min(layout.positions[place + 1] ?? layout.rowCount, last);
    if (position === header) {
      rows.push(resourceRow(columns, table, resource));
      position++;
    }
    for (; position < next; position++) {
      const row = rank.at(resource, position - header - 1);
      rows.push(entitlementRow(columns, table, resource, row));
    }
  }
  return rows;
}

export function resourceRow(
  columns: ReportColumns,
  table: TableState,
  resource: ResourceIndex,
): ResourceRow {
  const shown = table.counts.shown[resource] as number;
  const selected = table.counts.shownTicked[resource] as number;
  return {
    kind: "resource",
    resource,
    name: columns.resourceNames[resource] as string,
    shown,
    selected,
    state: checkState(shown, selected),
    expanded: table.collapsed[resource] === 0,
  };
}

function entitlementRow(
  columns: ReportColumns,
  table: TableState,
  resource: ResourceIndex,
  row: EntitlementRow,
): EntitlementTableRow {
  return {
    kind: "entitlement",
    row,
    resource,
    name: entitlementName(columns, row),
    percent: columns.percents[row] as number,
    holders: holdersOf(columns, row),
    members: columns.totalUsers,
    roleOid: roleOid(columns, row),
    ticked: hasBit(table.sets.ticked, row),
    inPolicy: hasBit(table.sets.inPolicy, row),
    inherited: hasBit(table.sets.inherited, row) ? table.originOf(row) : null,
    hint: table.hints ? hintOf(columns, row) : null,
  };
}

/** The target's position, or null if it is not in the table. */
export function positionOf(
  columns: ReportColumns,
  table: TableState,
  layout: TableLayout,
  rank: RowRank,
  target: TableTarget,
): TablePosition | null {
  const entitlement = target.kind === "entitlement";
  if (entitlement && !hasBit(table.sets.shown, target.row)) return null;
  const resource = entitlement ? resourceOf(columns, target.row) : target.resource;
  const place = layout.resources.indexOf(resource);
  if (place < 0) return null;
  const header = layout.positions[place] as number;
  if (!entitlement) return header;
  if (table.collapsed[resource] === 1) return null;
  return header + 1 + rank.before(resource, target.row);
}

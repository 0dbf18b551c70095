/** Structural sharing: unchanged parts stay the same object, so that views can compare by identity. */
import type {
  PercentCharts,
  PercentCurve,
  ResourceRow,
  TableRow,
  TableWindow,
} from "#workers/analytics/contract.ts";

/** @returns `now` with the equal rows of `before`; both belong to one report */
export function shareRows(before: TableWindow | null, now: TableWindow): TableWindow {
  if (before === null) return now;
  const leading = before.leadingResource;
  const rows = leading === null ? before.rows : [leading, ...before.rows];
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const share = <Row extends TableRow>(row: Row): Row => {
    const same = known.get(keyOf(row));
    return same !== undefined && isSame(same, row) ? (same as Row) : row;
  };
  return {
    rows: now.rows.map(share),
    firstRow: now.firstRow,
    leadingResource: now.leadingResource && share<ResourceRow>(now.leadingResource),
  };
}

/** Entitlements from 0 up, resources from -1 down. */
function keyOf(row: TableRow): number {
  return row.kind === "resource" ? -1 - row.resource : row.row;
}

/** For rows with one key, the other fields follow from this one. */
function isSame(one: TableRow, other: TableRow): boolean {
  if (one.kind === "resource") {
    return (
      other.kind === "resource" &&
      one.shown === other.shown &&
      one.selected === other.selected &&
      one.state === other.state &&
      one.expanded === other.expanded
    );
  }
  return (
    other.kind === "entitlement" &&
    one.ticked === other.ticked &&
    one.inPolicy === other.inPolicy &&
    one.inherited?.path === other.inherited?.path &&
    one.inherited?.accessRole === other.inherited?.accessRole &&
    (one.hint === null) === (other.hint === null)
  );
}

/** @param now null if no new one was requested */
export function shareCharts(
  before: PercentCharts | null,
  now: PercentCharts | null,
): PercentCharts | null {
  if (before === null || now === null) return now ?? before;
  return isSameCurve(before.curve, now.curve) ? { ...now, curve: before.curve } : now;
}

function isSameCurve(one: PercentCurve, other: PercentCurve): boolean {
  return (
    one.entitlements.every((count, percent) => count === other.entitlements[percent]) &&
    one.resources.every((count, percent) => count === other.resources[percent])
  );
}

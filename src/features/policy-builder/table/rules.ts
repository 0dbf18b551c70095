/** Decisions about the table: its order, its filters and its rows. */
import type { ResourceSet, Sort } from "#events/actions/policyBuilder.ts";
import type { CheckState, ResourceRow, TableRow } from "#workers/analytics/contract.ts";
import type { BuilderMessages } from "../messages.ts";
import { isAll, type BuilderState } from "../rules.ts";

/** The set with exactly the given resources of `count`, in its shorter form. */
export function resourceSetOf(chosen: ReadonlySet<number>, count: number): ResourceSet {
  const all = chosen.size * 2 > count;
  const except: number[] = [];
  for (let resource = 0; resource < count; resource++) {
    if (chosen.has(resource) !== all) except.push(resource);
  }
  return { all, except };
}

/** The option ids of the resources in the set. */
export function chosenResources(set: ResourceSet, count: number): ReadonlySet<string> {
  const except = new Set(set.except);
  const chosen = new Set<string>();
  for (let resource = 0; resource < count; resource++) {
    if (except.has(resource) !== set.all) chosen.add(String(resource));
  }
  return chosen;
}

/** A column's first sort direction: the one that differs from the received order. */
const FIRST_DIRECTION = {
  name: "ASCENDING",
  percent: "ASCENDING",
  inPolicy: "DESCENDING",
} as const;

/** The sort after a press on a column: one direction, the other, and then as received. */
export function sortAfter(sort: Sort | null, column: Sort["column"]): Sort | null {
  const first = FIRST_DIRECTION[column];
  if (sort?.column !== column) return { column, direction: first };
  if (sort.direction !== first) return null;
  return { column, direction: first === "ASCENDING" ? "DESCENDING" : "ASCENDING" };
}

export function describeSort(sort: Sort | null, t: BuilderMessages): string {
  return sort === null ? t.asReceived : t.sorted[sort.column][sort.direction];
}

export function checkedOf(state: CheckState): boolean | "partial" {
  return state === "partial" ? "partial" : state === "checked";
}

/** The entitlements of the known rows from one to another, both included; null where one of the two is not known. */
export function entitlementsBetween(
  rows: readonly TableRow[],
  one: number,
  other: number,
): readonly number[] | null {
  const places = [one, other].map((wanted) =>
    rows.findIndex((row) => row.kind === "entitlement" && row.row === wanted),
  );
  const [from, to] = places.toSorted((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) return null;
  return rows.slice(from, to + 1).flatMap((row) => (row.kind === "entitlement" ? [row.row] : []));
}

/** The resource row of a table position; null outside of the window. */
export function resourceAbove(
  window: {
    readonly rows: readonly TableRow[];
    readonly firstRow: number;
    readonly leadingResource: ResourceRow | null;
  },
  position: number,
): ResourceRow | null {
  const from = position - window.firstRow;
  if (from < 0 || from >= window.rows.length) return null;
  for (let at = from; at >= 0; at--) {
    const row = window.rows[at];
    if (row?.kind === "resource") return row;
  }
  return window.leadingResource;
}

/** The suggestion for a table without rows. */
export function describeEmptyTable(
  { text, threshold, resources }: BuilderState,
  t: BuilderMessages,
): string {
  if (text !== "") return t.noneOfText;
  if (!isAll(resources)) return t.moreResources;
  return t.noneHeldBy(threshold);
}

/** Whether the text or the selected resources narrow the table. */
export function hasFilters({ text, resources }: BuilderState): boolean {
  return text !== "" || !isAll(resources);
}

/**
 * One loaded report and what the user did with it. `apply` moves it to a query's state by the least work it knows;
 * the result depends on the query and the operations alone, never on the way there.
 */
import { normalizeForFilter } from "#events/policy/filterText.ts";
import { resourceCount, type ReportColumns } from "../columns/reportColumns.ts";
import type {
  ApplyList,
  BuilderQuery,
  BuilderView,
  ResourceIndex,
  ResourceRow,
  SelectionOp,
  TablePosition,
  TableRow,
  TableTarget,
} from "./contract.ts";
import type { TextMatches } from "./methods/filterByText.ts";
import * as methods from "./methods/index.ts";
import type { ShownRank } from "./methods/shownRank.ts";

export interface Session {
  readonly columns: ReportColumns;
  setPolicy(roleOids: readonly string[]): void;
  /** Operations held. */
  opCount(): number;
  /** The query's `opsFrom` must be at most `opCount()`. */
  apply(query: BuilderQuery): Omit<BuilderView, "generation">;
  rows(start: TablePosition, end: TablePosition): readonly TableRow[];
  resourceRow(resource: ResourceIndex): ResourceRow | null;
  positionOf(target: TableTarget): TablePosition | null;
  applyList(): ApplyList;
}

const NOTHING_SET: BuilderQuery = {
  text: "",
  threshold: 0,
  resources: { all: true, except: [] },
  collapsed: { all: false, except: [] },
  hints: false,
  opsFrom: 0,
  ops: [],
};

export function createSession(columns: ReportColumns): Session {
  const resources = resourceCount(columns);
  const state = methods.initialFlags(columns);
  const roles = methods.indexRoles(columns);
  const ops: SelectionOp[] = [];
  let query = NOTHING_SET;
  let needle = "";
  let matches: TextMatches = null;
  let included = methods.resourceMask(query.resources, resources);
  let collapsed = methods.resourceMask(query.collapsed, resources);
  let layout = methods.layTable(state, columns, included, collapsed);
  let rank: ShownRank | null = null;

  return {
    columns,
    setPolicy: (roleOids) => methods.applyPolicy(state, columns, roles, roleOids),
    opCount: () => ops.length,
    apply,
    rows: (start, end) => methods.windowOf(columns, table(), layout, ranked(), start, end),
    resourceRow: (resource) =>
      columns.resourceNames[resource] === undefined
        ? null
        : methods.resourceRow(columns, table(), resource),
    positionOf: (target) => methods.positionOf(columns, table(), layout, ranked(), target),
    applyList: () => methods.listToApply(state, columns, included, roles),
  };

  function table() {
    return { flags: state, collapsed, hints: query.hints };
  }

  function ranked(): ShownRank {
    rank ??= methods.rankShown(state, columns);
    return rank;
  }

  function apply(next: BuilderQuery): Omit<BuilderView, "generation"> {
    // Before the text moves on: operations mostly bear the text that was shown when they were made.
    applyOps(next.opsFrom, next.ops);
    moveText(next.text);
    if (next.threshold !== query.threshold) {
      methods.applyThreshold(state, columns, next.threshold);
      rank = null;
    }
    if (!methods.sameSet(next.resources, query.resources)) {
      included = methods.resourceMask(next.resources, resources);
    }
    if (!methods.sameSet(next.collapsed, query.collapsed)) {
      collapsed = methods.resourceMask(next.collapsed, resources);
    }
    query = next;
    layout = methods.layTable(state, columns, included, collapsed);
    return view();
  }

  function applyOps(from: number, added: readonly SelectionOp[]): void {
    let pending = added;
    if (from < ops.length) {
      ops.length = from;
      methods.tickAll(state, columns);
      pending = [...ops, ...added];
    }
    for (const op of pending) methods.applySelectionOp(state, columns, op, matchesOf);
    for (const op of added) ops.push(op);
  }

  function matchesOf(text: string): TextMatches {
    return normalizeForFilter(text) === needle ? matches : methods.matchText(columns, text);
  }

  function moveText(text: string): void {
    const next = normalizeForFilter(text);
    if (next === needle) return;
    matches = methods.matchText(columns, text, next.includes(needle) ? matches : null);
    needle = next;
    methods.applyText(state, columns, matches);
    rank = null;
  }

  function view(): Omit<BuilderView, "generation"> {
    const counts = methods.countBuilder(state, columns, included);
    // Where each role has one row, rows are roles.
    const rolesToApply =
      roles.firstRows === null
        ? {
            newRoles: counts.ticked.entitlements - counts.tickedInPolicy,
            alreadyInPolicy: counts.tickedInPolicy,
          }
        : methods.countRolesToApply(state, columns, included, roles);
    return {
      rowCount: layout.rowCount,
      entitlements: columns.rowCount,
      shown: counts.shown,
      shownTicked: counts.shownTicked,
      shownState: methods.checkState(counts.shown.entitlements, counts.shownTicked),
      kept: counts.kept,
      ticked: counts.ticked,
      ...rolesToApply,
      banners: methods.bannersOf(columns, query.threshold, counts.someShownLow),
    };
  }
}

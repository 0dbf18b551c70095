/**
 * One loaded report and what the user did with it. `apply` moves it to a query's state by the least work it knows;
 * the result depends on the query and the operations alone, never on the way there.
 */
import { resourceCount, type ReportColumns, type RoleOidColumn } from "../columns/reportColumns.ts";
import type {
  ApplyBody,
  ApplyList,
  BuilderQuery,
  BuilderView,
  CsvChunk,
  CsvCursor,
  PercentCurve,
  ResourceIndex,
  ResourceRow,
  TablePosition,
  TableRow,
  TableSort,
  TableTarget,
} from "./contract.ts";
import type { IndexPart } from "./indexing/indexNames.ts";
import type { Bitset } from "./methods/bitset.ts";
import * as methods from "./methods/index.ts";
import type { PairPostings } from "./methods/pairPostings.ts";
import type { PercentRuns } from "./methods/percentages.ts";
import type { RowRank } from "./methods/rowRank.ts";
import type { FindRow } from "./methods/typeAhead.ts";
import type { PreparedReport } from "./prepareReport.ts";

export interface Session {
  readonly columns: ReportColumns;
  /** Takes a part of the index of names: answers stay the same, and come sooner. */
  takeIndex(part: IndexPart): void;
  setPolicy(roleOids: RoleOidColumn): void;
  /** Operations held. */
  opCount(): number;
  /** The query's `opsFrom` must be at most `opCount()`. */
  apply(query: BuilderQuery): Omit<BuilderView, "generation">;
  rows(start: TablePosition, end: TablePosition): readonly TableRow[];
  resourceRow(resource: ResourceIndex): ResourceRow;
  positionOf(target: TableTarget): TablePosition | null;
  findRow(text: string, from: TablePosition): TablePosition | null;
  curve(): PercentCurve;
  histogram(): Uint32Array;
  applyList(): ApplyList;
  applyBody(): ApplyBody;
  csv(of: "shown" | "selected", from: CsvCursor | null): CsvChunk;
}

/** A table of everything, as it was received. */
export const NOTHING_SET: BuilderQuery = {
  text: "",
  threshold: 0,
  resources: { all: true, except: [] },
  collapsed: { all: false, except: [] },
  hints: false,
  sort: null,
  opsFrom: 0,
  ops: [],
};

export function createSession({ columns, sets, firstRows, terms }: PreparedReport): Session {
  const resources = resourceCount(columns);
  const counts = methods.createCounts(columns);
  const countRoles = methods.createRoleCounts(columns, firstRows);
  let pairs: PairPostings | null = null;
  const matchesOf = methods.rememberMatches(columns.rowCount, () => ({
    names: columns.names,
    terms,
    pairs,
  }));
  const log = methods.createSelectionLog(sets.ticked, columns, sets.falling, matchesOf);
  let query = NOTHING_SET;
  let matches = matchesOf(query.text);
  let included = methods.resourceMask(query.resources, resources);
  let collapsed = methods.resourceMask(query.collapsed, resources);
  const sorting = methods.createSorting(columns, sets.falling, sets.inPolicy);
  methods.countAll(counts, sets, columns);
  let layout = methods.layTable(counts, included, collapsed, null);
  /** Of the shown rows. */
  let rank: RowRank | null = null;
  let typedAhead: { readonly text: string; readonly find: FindRow } | null = null;
  /** Of the rows to apply. */
  let appliedRank: RowRank | null = null;
  let runs: PercentRuns | null = null;

  return {
    columns,
    takeIndex(part) {
      if ("pairs" in part) pairs = part.pairs;
      else {
        sorting.takeRowsByName(part.rowsByName);
        forgetOrder();
      }
    },
    setPolicy(roleOids) {
      methods.applyPolicy(sets.inPolicy, columns, roleOids);
      methods.countAll(counts, sets, columns);
      forgetOrder();
    },
    opCount: log.count,
    apply,
    rows: (start, end) => methods.windowOf(columns, table(), layout, ranked(), start, end),
    resourceRow: (resource) => methods.resourceRow(columns, table(), resource),
    positionOf: (target) => methods.positionOf(columns, table(), layout, ranked(), target),
    findRow,
    curve: () => methods.curveOf(percentRuns(), included),
    histogram: () => methods.histogramOf(percentRuns(), matches, included),
    applyList: () => methods.listToApply(sets, columns, included, firstRows),
    applyBody: () => methods.bodyToApply(sets, columns, included, firstRows),
    csv: (of, from) =>
      of === "shown"
        ? methods.csvChunk(columns, resourcesInOrder(), counts.shown, ranked(), from)
        : methods.csvChunk(columns, resourcesInOrder(), counts.ticked, appliedRanked(), from),
  };

  function table() {
    return { sets, counts, collapsed, hints: query.hints };
  }

  function percentRuns(): PercentRuns {
    runs ??= methods.findRuns(columns, sets.falling);
    return runs;
  }

  function ranked(): RowRank {
    rank ??= sorting.rank(sets.shown, query.sort);
    return rank;
  }

  function forgetOrder(): void {
    rank = null;
    typedAhead = null;
  }

  function findRow(text: string, from: TablePosition): TablePosition | null {
    if (typedAhead?.text !== text) {
      const rankOf = (rows: Bitset): RowRank => sorting.rank(rows, query.sort);
      const find = methods.findRowsBy(text, columns, matchesOf(text), sets.shown, rankOf);
      typedAhead = { text, find };
    }
    return typedAhead.find({ layout, collapsed, rank: ranked() }, from);
  }

  function appliedRanked(): RowRank {
    if (appliedRank === null) {
      const applied = methods.createBitset(columns.rowCount);
      methods.intersect(applied, sets.kept, sets.ticked);
      appliedRank = sorting.rank(applied, query.sort);
    }
    return appliedRank;
  }

  /** The resources in the filter, as the table would show them. */
  function resourcesInOrder(): Uint32Array {
    const order = sorting.resources(query.sort) ?? Uint32Array.from(included.keys());
    return order.filter((resource) => included[resource] === 1);
  }

  function apply(next: BuilderQuery): Omit<BuilderView, "generation"> {
    const ticksChanged = log.replace(next.opsFrom, next.ops);
    const shownChanged = moveShown(next);
    if (shownChanged || ticksChanged === null) methods.countAll(counts, sets, columns);
    else {
      for (const resource of ticksChanged) {
        methods.countResource(counts, sets, columns, resource);
      }
    }
    if (!methods.sameSet(next.resources, query.resources)) {
      included = methods.resourceMask(next.resources, resources);
    }
    if (!methods.sameSet(next.collapsed, query.collapsed)) {
      collapsed = methods.resourceMask(next.collapsed, resources);
    }
    if (!sameSort(next.sort, query.sort)) forgetOrder();
    appliedRank = null;
    query = next;
    layout = methods.layTable(counts, included, collapsed, sorting.resources(query.sort));
    return view();
  }

  /** Whether other rows are kept or shown than before. */
  function moveShown({ text, threshold }: BuilderQuery): boolean {
    if (text === query.text && threshold === query.threshold) return false;
    if (threshold !== query.threshold) {
      methods.keepAtThreshold(sets.kept, columns, sets.falling, threshold);
    }
    if (text !== query.text) matches = matchesOf(text);
    methods.intersect(sets.shown, sets.kept, matches);
    forgetOrder();
    return true;
  }

  function view(): Omit<BuilderView, "generation"> {
    const sums = methods.sumCounts(counts, included);
    return {
      rowCount: layout.rowCount,
      entitlements: columns.rowCount,
      shown: sums.shown,
      shownTicked: sums.shownTicked,
      shownState: methods.checkState(sums.shown.entitlements, sums.shownTicked),
      kept: sums.kept,
      allTicked: log.count() === 0 || methods.isFull(sets.ticked, columns.rowCount),
      ticked: sums.ticked,
      ...countRoles(sets, included, sums),
      banners: methods.bannersOf(columns, query.threshold, sums.someShownLow),
    };
  }
}

function sameSort(one: TableSort | null, other: TableSort | null): boolean {
  return one?.column === other?.column && one?.direction === other?.direction;
}

/**
 * One loaded report with the user's changes. `apply` moves it to a query's state with the least work. The result
 * depends only on the query and the operations, never on the path.
 */
import type { BuilderBanner } from "#events/rules/builder.ts";
import { NO_ROLES, originAt, type PolicyRoles, type RoleOrigin } from "../columns/readPolicy.ts";
import { resourceCount, type ReportColumns } from "../columns/reportColumns.ts";
import type { EntitlementRow } from "../columns/units.ts";
import { INITIAL_QUERY, type BuilderQuery, type TableSort } from "./builderQuery.ts";
import type { IndexPart } from "./indexing/indexNames.ts";
import type { PreparedReport } from "./prepareReport.ts";
import { createRoleCounts, type CountRoles } from "./roles/roleCounts.ts";
import { createRoleFinder, findRows, type FindRole, type FirstRows } from "./roles/roles.ts";
import { bannersOf } from "./rows/banners.ts";
import { createBitset, exclude, intersect, isFull, type Bitset } from "./rows/bitset.ts";
import {
  countAll,
  countResource,
  createCounts,
  sumCounts,
  type ResourceCounts,
} from "./rows/counts.ts";
import { findRuns, type PercentRuns } from "./rows/percentages.ts";
import { resourceMask, sameSet, type ResourceMask } from "./rows/resourceSets.ts";
import { checkState, type CheckState } from "./rows/resourceState.ts";
import type { RowRank } from "./rows/rowRank.ts";
import type { RowSets } from "./rows/rowSets.ts";
import { buildLayout, type TableLayout, type TableState } from "./rows/rowWindow.ts";
import type { MatchesOf } from "./rows/selection.ts";
import { createSelectionLog, type SelectionLog } from "./rows/selectionLog.ts";
import { createSorting, type Sorting } from "./rows/sorting.ts";
import { keepAtThreshold } from "./rows/thresholdRanges.ts";
import { createMatchCache } from "./text/matchCache.ts";
import type { PairPostings } from "./text/pairPostings.ts";
import { createRowFinder, type FindRow } from "./text/typeAhead.ts";

/**
 * The builder's numbers. An entitlement is *kept* if its percentage is at or above the threshold and its resource is in
 * the resource filter, and *shown* if it is kept and its name matches the text.
 */
export interface BuilderView {
  /** Identifies this state; windows and lists of another state are null. */
  readonly generation: number;
  /** Rows of the table: each resource with a shown entitlement, and below it those unless it is collapsed. */
  readonly rowCount: number;
  /** All entitlements of the report. */
  readonly entitlements: number;
  readonly shown: { readonly entitlements: number; readonly resources: number };
  /** Selected ones among the shown, and the resulting state of a checkbox for all of them. */
  readonly shownTicked: number;
  readonly shownState: CheckState;
  /** Kept, independent of the text. */
  readonly kept: { readonly entitlements: number; readonly resources: number };
  /** Whether every entitlement of the report is selected, shown or not, as after loading. */
  readonly allTicked: boolean;
  /** Kept and selected: the input of apply. */
  readonly ticked: { readonly entitlements: number; readonly resources: number };
  /** Distinct roles among the selected that nothing grants, those that the policy has, and those that the org inherits only. */
  readonly newRoles: number;
  readonly alreadyInPolicy: number;
  readonly inheritedRoles: number;
  /** Distinct roles of the policy that are kept and not selected: apply removes them. */
  readonly removedRoles: number;
  readonly banners: readonly BuilderBanner[];
}

export class ReportSession {
  readonly columns: ReportColumns;
  readonly sets: RowSets;
  readonly counts: ResourceCounts;
  readonly firstRows: FirstRows;
  /** The resources in the filter. */
  included: ResourceMask;
  layout: TableLayout;
  /** Rows whose names match the text. */
  matches: Bitset;
  #query = INITIAL_QUERY;
  #collapsed: ResourceMask;
  #inherited = NO_ROLES;
  #findInherited: FindRole = () => -1;
  #pairs: PairPostings | null = null;
  #shownRank: RowRank | null = null;
  #appliedRank: RowRank | null = null;
  #runs: PercentRuns | null = null;
  #rowFinder: { readonly text: string; readonly find: FindRow } | null = null;
  readonly #matchesOf: MatchesOf;
  readonly #selection: SelectionLog;
  readonly #sorting: Sorting;
  readonly #countRoles: CountRoles;

  constructor({ columns, sets, firstRows, terms }: PreparedReport) {
    this.columns = columns;
    this.sets = sets;
    this.firstRows = firstRows;
    this.counts = createCounts(columns);
    this.#countRoles = createRoleCounts(columns, firstRows);
    this.#matchesOf = createMatchCache(columns.rowCount, () => ({
      names: columns.names,
      terms,
      pairs: this.#pairs,
    }));
    this.#sorting = createSorting(columns, sets.falling, sets.inPolicy);
    this.#selection = createSelectionLog(sets.ticked, {
      columns,
      falling: sets.falling,
      matchesOf: this.#matchesOf,
      sorting: this.#sorting,
    });
    this.matches = this.#matchesOf(this.#query.text);
    this.included = resourceMask(this.#query.resources, resourceCount(columns));
    this.#collapsed = resourceMask(this.#query.collapsed, resourceCount(columns));
    countAll(this.counts, sets, columns);
    this.layout = buildLayout(this.counts, this.included, this.#collapsed, null);
  }

  /** Takes a part of the index of names: answers stay the same but become faster. */
  takeIndex(part: IndexPart): void {
    if ("pairs" in part) this.#pairs = part.pairs;
    else {
      this.#sorting.takeRowsByName(part.rowsByName);
      this.#forgetOrder();
    }
  }

  setPolicy({ roleOids }: PolicyRoles, inherited: PolicyRoles): void {
    const { sets, columns } = this;
    this.#inherited = inherited;
    this.#findInherited = createRoleFinder(columns, inherited.roleOids);
    findRows(sets.inPolicy, columns, roleOids, createRoleFinder(columns, roleOids));
    findRows(sets.inherited, columns, inherited.roleOids, this.#findInherited);
    exclude(sets.inherited, sets.inPolicy);
    this.#selection.policyChanged();
    countAll(this.counts, this.sets, this.columns);
    this.#forgetOrder();
  }

  /** Number of operations held. */
  get opCount(): number {
    return this.#selection.count();
  }

  /** The data of table rows besides the columns. */
  get table(): TableState {
    const { sets, counts } = this;
    const originOf = (row: EntitlementRow): RoleOrigin | null =>
      originAt(this.#inherited, this.#findInherited(row));
    return { sets, counts, collapsed: this.#collapsed, hints: this.#query.hints, originOf };
  }

  /** The shown rows in table order. */
  get shownRank(): RowRank {
    return (this.#shownRank ??= this.#sorting.rank(this.sets.shown, this.#query.sort));
  }

  /** The rows that apply uses, in table order. */
  get appliedRank(): RowRank {
    if (this.#appliedRank === null) {
      const applied = createBitset(this.columns.rowCount);
      intersect(applied, this.sets.kept, this.sets.ticked);
      this.#appliedRank = this.#sorting.rank(applied, this.#query.sort);
    }
    return this.#appliedRank;
  }

  get percentRuns(): PercentRuns {
    return (this.#runs ??= findRuns(this.columns, this.sets.falling));
  }

  /** The filtered resources, in table order. */
  get orderedResources(): Uint32Array {
    const { included } = this;
    const order = this.#sorting.resources(this.#query.sort) ?? Uint32Array.from(included.keys());
    return order.filter((resource) => included[resource] === 1);
  }

  /** Finds rows whose names start with the text. */
  rowFinder(text: string): FindRow {
    if (this.#rowFinder?.text !== text) {
      const rankOf = (rows: Bitset): RowRank => this.#sorting.rank(rows, this.#query.sort);
      const { columns, sets } = this;
      const find = createRowFinder(text, columns, this.#matchesOf(text), sets.shown, rankOf);
      this.#rowFinder = { text, find };
    }
    return this.#rowFinder.find;
  }

  /** The query's `opsFrom` must be at most `opCount`. */
  apply(next: BuilderQuery): Omit<BuilderView, "generation"> {
    const { sets, counts, columns } = this;
    const resources = resourceCount(columns);
    const before = this.#query;
    const ticksChanged = this.#selection.replace(next.opsFrom, next.ops);
    const shownChanged = this.#moveShown(next);
    if (shownChanged || ticksChanged === null) countAll(counts, sets, columns);
    else for (const resource of ticksChanged) countResource(counts, sets, columns, resource);
    if (!sameSet(next.resources, before.resources)) {
      this.included = resourceMask(next.resources, resources);
    }
    if (!sameSet(next.collapsed, before.collapsed)) {
      this.#collapsed = resourceMask(next.collapsed, resources);
    }
    if (!sameSort(next.sort, before.sort)) this.#forgetOrder();
    this.#appliedRank = null;
    this.#query = next;
    const order = this.#sorting.resources(next.sort);
    this.layout = buildLayout(counts, this.included, this.#collapsed, order);
    return this.#view();
  }

  #forgetOrder(): void {
    this.#shownRank = null;
    this.#rowFinder = null;
  }

  /** Whether the kept or shown rows have changed. */
  #moveShown({ text, threshold }: BuilderQuery): boolean {
    const { sets, columns } = this;
    const before = this.#query;
    if (text === before.text && threshold === before.threshold) return false;
    if (threshold !== before.threshold) {
      keepAtThreshold(sets.kept, columns, sets.falling, threshold);
    }
    if (text !== before.text) this.matches = this.#matchesOf(text);
    intersect(sets.shown, sets.kept, this.matches);
    this.#forgetOrder();
    return true;
  }

  #view(): Omit<BuilderView, "generation"> {
    const { sets, columns, included } = this;
    const { rowCount } = columns;
    const sums = sumCounts(this.counts, included);
    return {
      rowCount: this.layout.rowCount,
      entitlements: rowCount,
      shown: sums.shown,
      shownTicked: sums.shownTicked,
      shownState: checkState(sums.shown.entitlements, sums.shownTicked),
      kept: sums.kept,
      allTicked: this.opCount === 0 || isFull(sets.ticked, rowCount),
      ticked: sums.ticked,
      ...this.#countRoles(sets, included, sums),
      banners: bannersOf(this, this.#query.threshold, sums.shownLow),
    };
  }
}

function sameSort(one: TableSort | null, other: TableSort | null): boolean {
  return one?.column === other?.column && one?.direction === other?.direction;
}

/** A naive reference of the builder's core: arrays and filters over the whole report each time. */
import type { InheritedRoles } from "#events/entities/org.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { BuilderBanner } from "#events/rules/builder.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type {
  ApplyList,
  BuilderQuery,
  BuilderView,
  ResourceRow,
  ResourceSet,
  SelectionOp,
  TableRow,
  TableSort,
} from "#workers/analytics/contract.ts";
import { compareNames } from "./collation.ts";
import type { Report } from "./reports.ts";

interface Entitlement {
  readonly row: number;
  readonly resource: number;
  readonly name: string;
  readonly percent: number;
  readonly holders: number | null;
  readonly roleOid: string;
}

export interface Reference {
  readonly view: Omit<BuilderView, "generation">;
  readonly rows: readonly TableRow[];
  readonly applyList: ApplyList;
  /** At each whole percent from 0 to 100. */
  readonly curve: {
    readonly entitlements: readonly number[];
    readonly resources: readonly number[];
  };
  readonly histogram: readonly number[];
}

/**
 * @param query with all operations since the report was loaded
 * @param handedDown what the org has by the policies above and by access roles
 */
export function evaluate(
  report: Report,
  policy: readonly string[],
  query: Omit<BuilderQuery, "opsFrom">,
  handedDown: InheritedRoles = [],
): Reference {
  const entitlements = flatten(report);
  const inPolicy = (entitlement: Entitlement) => policy.includes(entitlement.roleOid);
  const ticks = query.ops.reduce(
    tick,
    entitlements.map(() => true),
  );
  const ticked = (entitlement: Entitlement) => ticks[entitlement.row] === true;
  const originOf = (oid: string) =>
    policy.includes(oid) ? undefined : handedDown.find(({ roleOids }) => roleOids.includes(oid));
  const inheritedFrom = (oid: string) => {
    const origin = originOf(oid);
    return origin ? { path: origin.path.join(" > "), accessRole: origin.accessRole } : null;
  };

  const kept = entitlements.filter(
    ({ percent, resource }) => percent >= query.threshold && has(query.resources, resource),
  );
  const shown = kept.filter(({ name }) => contains(name, query.text));
  const applied = kept.filter(ticked);

  const compare = comparing(query.sort, inPolicy);
  const rows = resourcesInOrder(report, query.sort).flatMap((resource): TableRow[] => {
    const mine = shown.filter((entitlement) => entitlement.resource === resource).toSorted(compare);
    if (mine.length === 0) return [];
    const selected = mine.filter(ticked).length;
    const expanded = !has(query.collapsed, resource);
    const header: ResourceRow = {
      kind: "resource",
      resource,
      name: nameOf(report, resource),
      shown: mine.length,
      selected,
      state: stateOf(mine.length, selected),
      expanded,
    };
    if (!expanded) return [header];
    return [
      header,
      ...mine.map((entitlement) => ({
        kind: "entitlement" as const,
        row: entitlement.row,
        resource,
        name: entitlement.name,
        percent: entitlement.percent,
        holders: entitlement.holders,
        members: report.totalUsers,
        roleOid: entitlement.roleOid,
        ticked: ticked(entitlement),
        inPolicy: inPolicy(entitlement),
        inherited: inheritedFrom(entitlement.roleOid),
        hint: query.hints ? hintOf(entitlement) : null,
      })),
    ];
  });

  const selected = [...new Set(applied.map(({ roleOid }) => roleOid))];
  const roleOids = selected.filter((oid) => originOf(oid) === undefined);
  const alreadyInPolicy = roleOids.filter((oid) => policy.includes(oid)).length;
  const newRoles = roleOids.length - alreadyInPolicy;
  const unticked = kept.filter((one) => inPolicy(one) && !roleOids.includes(one.roleOid));
  const removedOids = [...new Set(unticked.map(({ roleOid }) => roleOid))];
  const shownTicked = shown.filter(ticked).length;
  const inFilter = entitlements.filter(({ resource }) => has(query.resources, resource));
  const found = inFilter.filter(({ name }) => contains(name, query.text));
  const percents = Array.from({ length: 101 }, (_, percent) => percent);
  const keptAt = percents.map((least) =>
    countOf(inFilter.filter(({ percent }) => percent >= least)),
  );
  return {
    rows,
    applyList: { roleOids, removedOids, newRoles, alreadyInPolicy },
    curve: {
      entitlements: keptAt.map((count) => count.entitlements),
      resources: keptAt.map((count) => count.resources),
    },
    histogram: percents.map(
      (whole) => found.filter(({ percent }) => Math.floor(percent) === whole).length,
    ),
    view: {
      rowCount: rows.length,
      entitlements: entitlements.length,
      shown: countOf(shown),
      shownTicked,
      shownState: stateOf(shown.length, shownTicked),
      kept: countOf(kept),
      allTicked: entitlements.every(ticked),
      ticked: countOf(applied),
      newRoles,
      alreadyInPolicy,
      inheritedRoles: selected.length - roleOids.length,
      removedRoles: removedOids.length,
      banners: bannersOf(report, query.threshold, shown),
    },
  };

  function tick(before: boolean[], op: SelectionOp): boolean[] {
    const concerned =
      op.kind === "range"
        ? rowsOf(op)
        : entitlements.filter((entitlement) => concerns(op, entitlement)).map(({ row }) => row);
    return before.map((was, row) => (concerned.includes(row) ? op.ticked : was));
  }

  /** The whole table in its order, cut at the two rows, without what was not shown. */
  function rowsOf(op: RangeOp): number[] {
    const compareRows = comparing(op.sort, inPolicy);
    const ordered = resourcesInOrder(report, op.sort).flatMap((resource) =>
      entitlements.filter((one) => one.resource === resource).toSorted(compareRows),
    );
    const ends = [op.from, op.to].map((end) => ordered.findIndex(({ row }) => row === end));
    if (ends.includes(-1)) return [];
    return ordered
      .slice(Math.min(...ends), Math.max(...ends) + 1)
      .filter(
        ({ name, percent, resource }) =>
          contains(name, op.text) &&
          percent >= op.threshold &&
          has(op.resources, resource) &&
          !has(op.collapsed, resource),
      )
      .map(({ row }) => row);
  }
}

/** Each column has its own direction, in which equal entitlements stay as received. */
function comparing(
  sort: TableSort | null,
  inPolicy: (entitlement: Entitlement) => boolean,
): (one: Entitlement, other: Entitlement) => number {
  if (sort === null) return (one, other) => one.row - other.row;
  const ascending = sort.direction === "ASCENDING" ? 1 : -1;
  switch (sort.column) {
    case "name":
      return (one, other) =>
        ascending * (compareNames(one.name, other.name) || one.row - other.row);
    case "percent":
      return (one, other) => -ascending * (other.percent - one.percent || one.row - other.row);
    case "inPolicy":
      return (one, other) =>
        -ascending * (Number(inPolicy(other)) - Number(inPolicy(one)) || one.row - other.row);
  }
}

function resourcesInOrder(report: Report, sort: TableSort | null): number[] {
  const resources = [...report.resourceInsights.keys()];
  if (sort?.column !== "name") return resources;
  const sorted = resources.toSorted((one, other) =>
    compareNames(nameOf(report, one), nameOf(report, other)),
  );
  return sort.direction === "ASCENDING" ? sorted : sorted.toReversed();
}

function nameOf(report: Report, resource: number): string {
  return wellFormed(report.resourceInsights[resource]?.resourceName ?? "");
}

type RangeOp = Extract<SelectionOp, { readonly kind: "range" }>;

function concerns(
  op: Exclude<SelectionOp, RangeOp>,
  { row, resource, name, percent }: Entitlement,
): boolean {
  switch (op.kind) {
    case "entitlement":
      return row === op.row;
    case "entitlements":
      return op.rows.includes(row);
    case "resource":
      return resource === op.resource && contains(name, op.text);
    case "matching":
      return contains(name, op.text) && has(op.resources, resource) && percent >= op.threshold;
  }
}

/** Null where the percentage is that of no whole number of members. */
export function wholeHolders(percent: number, members: number): number | null {
  const nearest = Math.round((percent / 100) * members);
  const isWhole = members > 0 && Math.abs((nearest / members) * 100 - percent) < 1e-9;
  return isWhole ? nearest : null;
}

function flatten(report: Report): Entitlement[] {
  return report.resourceInsights
    .flatMap(({ entitlementInsights }, resource) =>
      entitlementInsights.map((insight) => ({ insight, resource })),
    )
    .map(({ insight, resource }, row) => ({
      row,
      resource,
      name: wellFormed(insight.entitlementName),
      percent: insight.percentOfUsers,
      holders: wholeHolders(insight.percentOfUsers, report.totalUsers),
      roleOid: insight.roleOid,
    }));
}

function bannersOf(
  { totalUsers, totalShadows }: Report,
  threshold: number,
  shown: readonly Entitlement[],
): BuilderBanner[] {
  const banners: BuilderBanner[] = [];
  if (totalShadows < totalUsers) {
    const without = totalUsers - totalShadows;
    banners.push({
      kind: "unlinkedAccounts",
      severity: totalShadows < totalUsers / 2 ? "error" : "warning",
      title: message("builder.unlinkedAccounts"),
      text: message("builder.unlinked", { count: without, total: totalUsers }),
    });
  }
  const low = shown.filter(({ percent }) => percent < 60);
  if (threshold <= 60 && low.length > 0) {
    banners.push({
      kind: "lowCohesion",
      severity: "warning",
      text: message("builder.lowCohesion"),
      count: low.length,
      names: low.slice(0, 3).map(({ name }) => name),
    });
  }
  return banners;
}

/** In whole tenths of a percent, nearest to the percentage; the unassigned rest adds up to 1000 tenths. */
function hintOf({ name, percent }: Entitlement): Message {
  let tenths = Math.trunc(percent * 10);
  while (tenths + 0.5 <= percent * 10) tenths += 1;
  return message("builder.hint", { assigned: tenths / 10, others: (1000 - tenths) / 10, name });
}

function contains(name: string, text: string): boolean {
  return normalizeForFilter(name).includes(normalizeForFilter(text));
}

function has(set: ResourceSet, resource: number): boolean {
  return set.all !== set.except.includes(resource);
}

function stateOf(shown: number, selected: number): ResourceRow["state"] {
  if (selected === 0) return "unchecked";
  return selected === shown ? "checked" : "partial";
}

function countOf(entitlements: readonly Entitlement[]) {
  return {
    entitlements: entitlements.length,
    resources: new Set(entitlements.map(({ resource }) => resource)).size,
  };
}

/** UTF-8 bytes cannot contain half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

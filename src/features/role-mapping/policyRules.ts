/**
 * A policy as a long list: resources, each followed by its entitlements. The counts are known first. Pages load as
 * their rows come into view, and stay until the list changes.
 */
import type { Inducement, PolicyCounts, PolicyPart } from "#events/entities/org.ts";
import type { Failure } from "#events/kernel/call.ts";
import { POLICY_PAGE_MAX } from "#events/calls/orgs.ts";

export interface PolicyWant {
  /** The event of the want. */
  readonly id: string;
  readonly oid: string;
  /** null = all resources. */
  readonly resourceId: string | null;
  readonly contains: string;
}

export interface KeptPage {
  /** The want for which it was fetched. */
  readonly wantId: string;
  readonly items: readonly Inducement[];
}

export interface PolicyList {
  /** The newest want. */
  readonly want: PolicyWant | null;
  /** The pending request for the counts of that want. */
  readonly countId: string | null;
  /** The pending request for a page, and the page's number. */
  readonly asked: { readonly id: string; readonly page: string } | null;
  readonly failure: Failure | null;
  /** null until the first counts arrive; the previous want's counts until the newest ones arrive. */
  readonly counts: PolicyCounts | null;
  /** The want of the counts. */
  readonly countsOf: PolicyWant | null;
  readonly pages: Readonly<Record<string, KeptPage>>;
  /** Visible rows: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

export const NO_LIST: PolicyList = {
  want: null,
  countId: null,
  asked: null,
  failure: null,
  counts: null,
  countsOf: null,
  pages: {},
  first: 0,
  end: 0,
};

/** The shown policy stays until the new counts arrive, unless it belongs to another org or resource. */
export function wantPolicy(list: PolicyList, want: PolicyWant): PolicyList {
  const before = list.want;
  const begin = before?.oid === want.oid && before.resourceId === want.resourceId ? list : NO_LIST;
  return { ...begin, want, countId: null, asked: null, failure: null };
}

/** Pages of the same text stay until they are fetched again, so that a removal shifts nothing. */
export function receiveCounts(list: PolicyList, counts: PolicyCounts): PolicyList {
  const isSame = list.countsOf?.contains === list.want?.contains;
  return {
    ...list,
    countId: null,
    counts,
    countsOf: list.want,
    ...(!isSame && { pages: {} }),
  };
}

export function receivePage(list: PolicyList, items: readonly Inducement[]): PolicyList {
  const { asked, want } = list;
  if (asked === null || want === null) return list;
  const pages = { ...list.pages, [asked.page]: { wantId: want.id, items } };
  return { ...list, asked: null, pages };
}

/** The loading state of the list. */
export function policyState(list: PolicyList): "failed" | "loading" | "ready" {
  if (list.failure !== null) return "failed";
  return list.counts === null || list.countsOf !== list.want ? "loading" : "ready";
}

export interface PolicyLayout {
  readonly parts: readonly PolicyPart[];
  /** The row of each part's header, ascending. */
  readonly heads: readonly number[];
  readonly rowCount: number;
}

export function layPolicy(parts: readonly PolicyPart[]): PolicyLayout {
  const heads: number[] = [];
  let rowCount = 0;
  for (const { count } of parts) {
    heads.push(rowCount);
    rowCount += 1 + count;
  }
  return { parts, heads, rowCount };
}

/** The index of the part that contains a row; -1 if there is none. O(log parts). */
export function partAt({ heads }: PolicyLayout, row: number): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((heads[middle] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether a row is the header of a part. */
export function startsPart(layout: PolicyLayout, row: number): boolean {
  return layout.heads[partAt(layout, row)] === row;
}

export type PolicyRow =
  | { readonly kind: "resource"; readonly part: PolicyPart }
  /** null: not loaded. */
  | { readonly kind: "entitlement"; readonly inducement: Inducement | null };

export function policyRow(list: PolicyList, layout: PolicyLayout, row: number): PolicyRow | null {
  const at = partAt(layout, row);
  const part = layout.parts[at];
  if (!part || row >= layout.rowCount) return null;
  if (row === layout.heads[at]) return { kind: "resource", part };
  const { page, index } = placeOfRow(layout, at, row);
  return { kind: "entitlement", inducement: list.pages[page]?.items[index] ?? null };
}

/** Key prefix of pages with entitlements that have no resource. */
export const LOST = "lost:";

/** Separate pages for entitlements with a resource, resource after resource, and for those without. */
function placeOfRow({ parts, heads }: PolicyLayout, at: number, row: number) {
  const isLost = parts[at]?.resourceId === null;
  const place = isLost ? row - (heads[at] ?? 0) - 1 : row - at - 1;
  const page = `${isLost ? LOST : ""}${Math.floor(place / POLICY_PAGE_MAX)}`;
  return { page, index: place % POLICY_PAGE_MAX };
}

/** The next page to request: the first visible one that is missing for the newest want; null if there is none. */
export function wantedPage(list: PolicyList, layout: PolicyLayout | null): string | null {
  const { want, first, end, pages } = list;
  if (!want || !layout || list.asked || policyState(list) !== "ready") return null;
  for (let row = first; row < Math.min(end, layout.rowCount); row += 1) {
    const at = partAt(layout, row);
    if (row === layout.heads[at]) continue;
    const { page } = placeOfRow(layout, at, row);
    if (pages[page]?.wantId !== want.id) return page;
  }
  return null;
}

export interface PageQuery {
  readonly resourceIds?: string;
  readonly only?: "lost";
  readonly offset?: number;
}

/** Number of entitlements before a part. */
function before({ heads }: PolicyLayout, at: number): number {
  return (heads[at] ?? 0) - at;
}

/** The server query of a page. */
export function pageQuery(layout: PolicyLayout, page: string): PageQuery {
  const isLost = page.startsWith(LOST);
  const start = Number(isLost ? page.slice(LOST.length) : page) * POLICY_PAGE_MAX;
  if (isLost) return { only: "lost", offset: start };
  const last = start + POLICY_PAGE_MAX;
  const firstRow = layout.heads.findLastIndex((_head, at) => before(layout, at) <= start);
  const ids: string[] = [];
  for (let at = firstRow; at < layout.parts.length && before(layout, at) < last; at += 1) {
    const id = layout.parts[at]?.resourceId ?? null;
    if (id !== null) ids.push(id);
  }
  return { resourceIds: ids.join(","), offset: start - before(layout, firstRow) };
}

/** The page requested by `pageQuery`. */
export function pageOf(layout: PolicyLayout, query: PageQuery): string {
  const { resourceIds = "", only, offset = 0 } = query;
  if (only) return LOST + offset / POLICY_PAGE_MAX;
  const [first] = resourceIds.split(",");
  const at = layout.parts.findIndex(({ resourceId }) => resourceId === first);
  return String((before(layout, at) + offset) / POLICY_PAGE_MAX);
}

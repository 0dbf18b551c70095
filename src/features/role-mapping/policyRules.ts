/**
 * A policy as a long list: resources, each followed by its entitlements. How many those are is known at once; their
 * pages come as their rows come into view, and stay until the list is another.
 */
import type { Inducement, PolicyCounts, PolicyPart } from "#events/entities/org.ts";
import type { Failure } from "#events/kernel/call.ts";
import { POLICY_PAGE_MAX } from "#events/calls/orgs.ts";

export interface PolicyWant {
  /** The event of the want. */
  readonly id: string;
  readonly oid: string;
  /** null = of all resources. */
  readonly resourceId: string | null;
  readonly contains: string;
}

export interface KeptPage {
  /** The want that it came for. */
  readonly wantId: string;
  readonly items: readonly Inducement[];
}

export interface PolicyList {
  /** The newest want. */
  readonly want: PolicyWant | null;
  /** The request for the counts of that want, until it is answered. */
  readonly countId: string | null;
  /** The newest request for a page, until it is answered, and which page that is. */
  readonly asked: { readonly id: string; readonly page: string } | null;
  readonly failure: Failure | null;
  /** null until they are there; of the want before, until those of the newest are. */
  readonly counts: PolicyCounts | null;
  /** The want that the counts are of. */
  readonly countsOf: PolicyWant | null;
  readonly pages: Readonly<Record<string, KeptPage>>;
  /** Rows in view: from `first` to before `end`. */
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

/** What is shown stays until the counts of the want are there, unless it is of another org or resource. */
export function wantPolicy(list: PolicyList, want: PolicyWant): PolicyList {
  const before = list.want;
  const begin = before?.oid === want.oid && before.resourceId === want.resourceId ? list : NO_LIST;
  return { ...begin, want, countId: null, asked: null, failure: null };
}

/** Pages of the same text stay until they come anew, so that a removal moves nothing. */
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

/** How far the list is. */
export function policyState(list: PolicyList): "failed" | "loading" | "ready" {
  if (list.failure !== null) return "failed";
  return list.counts === null || list.countsOf !== list.want ? "loading" : "ready";
}

export interface PolicyLayout {
  readonly parts: readonly PolicyPart[];
  /** The row of each part's head, ascending. */
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

/** The index of the part that a row is in; -1 where there is none. O(log parts). */
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

/** Whether a row is the head of a part. */
export function startsPart(layout: PolicyLayout, row: number): boolean {
  return layout.heads[partAt(layout, row)] === row;
}

export type PolicyRow =
  | { readonly kind: "resource"; readonly part: PolicyPart }
  /** null: it has not come. */
  | { readonly kind: "entitlement"; readonly inducement: Inducement | null };

export function policyRow(list: PolicyList, layout: PolicyLayout, row: number): PolicyRow | null {
  const at = partAt(layout, row);
  const part = layout.parts[at];
  if (!part || row >= layout.rowCount) return null;
  if (row === layout.heads[at]) return { kind: "resource", part };
  const { page, index } = placeOfRow(layout, at, row);
  return { kind: "entitlement", inducement: list.pages[page]?.items[index] ?? null };
}

/** What keys of pages begin with that are of what is of no resource. */
export const LOST = "lost:";

/** Pages are of what is of resources, one after the other, and of what is of none. */
function placeOfRow({ parts, heads }: PolicyLayout, at: number, row: number) {
  const isLost = parts[at]?.resourceId === null;
  const place = isLost ? row - (heads[at] ?? 0) - 1 : row - at - 1;
  const page = `${isLost ? LOST : ""}${Math.floor(place / POLICY_PAGE_MAX)}`;
  return { page, index: place % POLICY_PAGE_MAX };
}

/** The page to ask for next: the first of those in view that has not come for the newest want; null where none is wanted. */
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

/** Entitlements before a part. */
function before({ heads }: PolicyLayout, at: number): number {
  return (heads[at] ?? 0) - at;
}

/** What the server is asked for a page. */
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

/** The page that was asked for by `pageQuery`. */
export function pageOf(layout: PolicyLayout, query: PageQuery): string {
  const { resourceIds = "", only, offset = 0 } = query;
  if (only) return LOST + offset / POLICY_PAGE_MAX;
  const [first] = resourceIds.split(",");
  const at = layout.parts.findIndex(({ resourceId }) => resourceId === first);
  return String((before(layout, at) + offset) / POLICY_PAGE_MAX);
}

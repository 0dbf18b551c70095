/** The interpretation of org queries, shared by client and server. */
import { ORG_FILTER_TYPES, type OrgFilterType } from "../entities/org.ts";

export const ORG_PAGE_SIZE = 20;
/** As a startsWith filter it means no filter. */
export const ALL_ORGS = "All Orgs";

/** @returns null if the text is no filter type. Case is ignored. */
export function readOrgFilterType(text: string): OrgFilterType | null {
  const upper = text.toUpperCase();
  return ORG_FILTER_TYPES.find((type) => type === upper) ?? null;
}

export interface OrgFilters {
  readonly startsWith?: string | undefined;
  readonly contains?: string | undefined;
  readonly orgFilterType?: string | undefined;
}

/** Drops a startsWith filter of 'All Orgs' and empty filters; a contains filter searches the whole subtree. */
export function normalizeOrgFilters<Filters extends OrgFilters>(filters: Filters): Filters {
  const { startsWith, contains, ...rest } = filters;
  return {
    ...rest,
    ...(startsWith && startsWith !== ALL_ORGS ? { startsWith } : {}),
    ...(contains ? { contains, orgFilterType: "Subtree" } : {}),
  } as Filters;
}

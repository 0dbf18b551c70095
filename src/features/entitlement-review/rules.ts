/** What the review of entitlements decides. Pure. */
import type { DuplicateGroup, ReviewedEntitlement } from "#events/entities/entitlementReview.ts";

/** Entitlements with the same name, by id. */
export type DuplicateMap = Readonly<Record<string, ReviewedEntitlement>>;

export const NO_DUPLICATES: DuplicateMap = {};

/** One entitlement alone has no duplicate. */
export function duplicatesOf(entitlements: readonly ReviewedEntitlement[]): DuplicateMap {
  return entitlements.length > 1
    ? Object.fromEntries(entitlements.map((one) => [one.id, one]))
    : NO_DUPLICATES;
}

/** The map without a deleted entitlement. */
export function withoutDuplicate(duplicates: DuplicateMap, id: string): DuplicateMap {
  return id in duplicates
    ? duplicatesOf(Object.values(duplicates).filter((one) => one.id !== id))
    : duplicates;
}

/** The name that people see. */
export function shownName({
  name,
  displayName,
}: Pick<ReviewedEntitlement, "name" | "displayName">): string {
  return displayName ?? name;
}

/** The other entitlements with the name of this one. */
export function othersOf(groups: readonly DuplicateGroup[], id: string): readonly string[] {
  const group = groups.find(({ entitlements }) => entitlements.some((one) => one.id === id));
  return (group?.entitlements ?? []).map((one) => one.id).filter((other) => other !== id);
}

export type ReviewState = "interim" | "excluded" | "missing" | "used";

/** The most important thing to know about an entitlement. */
export function stateOf({
  interim,
  excluded,
  excludedBy,
  included = true,
  reported,
}: Pick<
  ReviewedEntitlement,
  "interim" | "excluded" | "excludedBy" | "included" | "reported"
>): ReviewState {
  if (excluded || excludedBy !== null || !included) return "excluded";
  if (interim) return "interim";
  return reported === false ? "missing" : "used";
}

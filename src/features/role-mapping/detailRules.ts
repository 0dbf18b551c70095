/** Texts and decisions of an org's detail screen. */
import type { Resource } from "#events/entities/directory.ts";
import type { Org } from "#events/entities/org.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { compareNamed } from "#events/rules/nameOrder.ts";
import {
  canOpenResource,
  holdsGroup,
  isSuperUser,
  type PermissionHolder,
} from "#events/rules/permissions.ts";

/** An org's place in its tree: the ancestors between its type's root and itself; empty directly below the root. */
export function placeOf(ancestors: readonly Org[]): readonly string[] {
  return ancestors
    .filter(({ parentOrgRef }) => parentOrgRef !== null)
    .map(({ displayName }) => displayName);
}

/** Whether the builder is offered for single resources. */
export function offersResources(user: PermissionHolder | null): boolean {
  if (user === null || !holdsGroup(user, "ManageOwnResources")) return false;
  return isSuperUser(user) || user.resourceIds.length > 0;
}

/** The matching resources that a user can build for, by name. */
export function openableResources(
  resources: readonly Resource[],
  user: PermissionHolder | null,
  text: string,
): readonly Resource[] {
  if (user === null) return [];
  const wanted = normalizeForFilter(text);
  return resources
    .filter(
      ({ id, name }) => canOpenResource(user, id) && normalizeForFilter(name).includes(wanted),
    )
    .sort(compareNamed);
}

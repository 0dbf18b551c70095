/** What an org's detail screen shows and decides. */
import type { Identity, Resource } from "#events/entities/directory.ts";
import type { Org } from "#events/entities/org.ts";
import type { Failure } from "#events/kernel/call.ts";
import { normalizeForFilter } from "#events/policy/filterText.ts";
import { compareNamed } from "#events/policy/nameOrder.ts";
import {
  canOpenResource,
  holdsGroup,
  isSuperUser,
  type PermissionHolder,
} from "#events/policy/permissions.ts";
import { detailRoute, resourceDetailRoute } from "./route.ts";

export function isDetailRoute(route: string): boolean {
  return route === detailRoute.name || route === resourceDetailRoute.name;
}

/** Whether a failure says that there is no such thing; an address with a malformed id says so too. */
export function isMissing(failure: Failure | null): boolean {
  return failure?.status === 404 || failure?.status === 400;
}

/** The name of a person, or what else identifies them. */
export function memberName({ givenName, familyName, username, externalId }: Identity): string {
  const full = [givenName, familyName].filter(Boolean).join(" ");
  return full || username || externalId;
}

/** Where an org stands in its tree: the ancestors between its kind's root and itself; empty below the root. */
export function placeOf(ancestors: readonly Org[]): readonly string[] {
  return ancestors
    .filter(({ parentOrgRef }) => parentOrgRef !== null)
    .map(({ displayName }) => displayName);
}

/** Whether building for one resource is offered at all. */
export function offersResources(user: PermissionHolder | null): boolean {
  if (user === null || !holdsGroup(user, "ManageOwnResources")) return false;
  return isSuperUser(user) || user.resourceIds.length > 0;
}

/** The resources that a user can build for, found and ordered by name. */
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

export interface Removal {
  /** Whether the question stands. */
  readonly isOpen: boolean;
  readonly inducementId: string;
  readonly name: string;
  readonly resourceName: string;
  /** The first confirmation; while it is set, further ones do nothing. */
  readonly confirmedId: string | null;
  readonly failure: Failure | null;
}

/** Confirms a removal once; another click on the same question changes nothing. */
export function confirmRemoval(removal: Removal | null, id: string): Removal | null {
  return removal?.isOpen && removal.confirmedId === null
    ? { ...removal, confirmedId: id, failure: null }
    : removal;
}

/** The question stays with what went wrong, and can be confirmed again; what is gone already needs no removal. */
export function failRemoval(removal: Removal | null, failure: Failure): Removal | null {
  if (removal === null) return null;
  const isGone = failure.status === 404;
  return { ...removal, isOpen: removal.isOpen && !isGone, confirmedId: null, failure };
}

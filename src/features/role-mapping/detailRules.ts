/** What an org's detail screen shows and decides. */
import type { Identity, Resource } from "#events/entities/directory.ts";
import type { Org } from "#events/entities/org.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { compareNamed } from "#events/rules/nameOrder.ts";
import {
  canOpenResource,
  holdsGroup,
  isSuperUser,
  type PermissionHolder,
} from "#events/rules/permissions.ts";
import { detailRoute, resourceDetailRoute } from "./route.ts";

export function isDetailRoute(route: string): boolean {
  return route === detailRoute.name || route === resourceDetailRoute.name;
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
  /** The first confirmation, and the request that it led to; while it is set, further ones do nothing. */
  readonly confirmedId: string | null;
  readonly requestId: string | null;
  readonly failure: Failure | null;
}

export interface Removals {
  /** The newest question. */
  readonly question: Removal | null;
  /** What the requests of this screen are to remove: their answers may come when something else is asked about. */
  readonly names: Readonly<Record<string, string>>;
}

export const NO_REMOVALS: Removals = { question: null, names: {} };

export function askToRemove(
  { names }: Removals,
  asked: Pick<Removal, "inducementId" | "name" | "resourceName">,
): Removals {
  const question = { ...asked, isOpen: true, confirmedId: null, requestId: null, failure: null };
  return { question, names };
}

/** A question that was closed hears no answer. */
export function closeRemoval({ question, names }: Removals): Removals {
  return { question: question && { ...question, isOpen: false, requestId: null }, names };
}

/** Confirms a removal once; another click on the same question changes nothing. */
export function confirmRemoval(removals: Removals, id: string): Removals {
  const { question, names } = removals;
  return question?.isOpen && question.confirmedId === null
    ? { question: { ...question, confirmedId: id, failure: null }, names }
    : removals;
}

export function requestRemoval(
  removals: Removals,
  { id, cause }: Pick<Envelope, "id" | "cause">,
): Removals {
  const { question, names } = removals;
  if (question === null || question.confirmedId !== cause) return removals;
  return { question: { ...question, requestId: id }, names: { ...names, [id]: question.name } };
}

/** Whether a request is the one that the question was confirmed with. */
export function isAsked({ question }: Removals, cause: string | null): boolean {
  return cause !== null && question?.requestId === cause;
}

/** The question stays with what went wrong, and can be confirmed again; what is gone already needs no removal. */
export function failRemoval(removals: Removals, failure: Failure, cause: string | null): Removals {
  const { question, names } = removals;
  if (question === null || !isAsked(removals, cause)) return removals;
  const isOpen = question.isOpen && failure.status !== 404;
  return { question: { ...question, isOpen, confirmedId: null, failure }, names };
}

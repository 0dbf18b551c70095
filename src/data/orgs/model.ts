/** Orgs as the screens share them: the list, the current org, and its ancestors. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { orgWanted, orgsWanted } from "#events/actions/orgs.ts";
import * as calls from "#events/calls/orgs.ts";
import type { Org } from "#events/entities/org.ts";
import { normalizeOrgFilters, ORG_PAGE_SIZE } from "#events/rules/orgQuery.ts";
import { createCall } from "../../kernel/calls.ts";
import { createListing } from "../../kernel/listing.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { withClient } from "../session/index.ts";
import {
  failOrg,
  forgetOrg,
  NO_ORG,
  openOrg,
  receiveOrg,
  replaceOrg,
  requestOrg,
} from "./rules.ts";

export const orgsCall = createCall(calls.listOrgs);
export const orgCall = createCall(calls.getOrg);
export const ancestorsCall = createCall(calls.getAncestors);
export const induceCall = createCall(calls.induce);
export const deleteInducementCall = createCall(calls.deleteInducement);

/** The org of the open screen and how its fetch stands. */
export const $currentOrg = createProjection("orgs/current", NO_ORG, (on) => [
  on(screenOpened, (current, { params }) => openOrg(current, params.oid)),
  on(calls.getOrg.requested, (current, { params }, { id }) => requestOrg(current, params.oid, id)),
  on(calls.getOrg.succeeded, (current, { body }, { cause }) => receiveOrg(current, body, cause)),
  on(calls.getOrg.failed, (current, failure, { cause }) => failOrg(current, failure, cause)),
  on(calls.induce.succeeded, (current, { body }) => forgetOrg(current, body.oid)),
  on(calls.deleteInducement.succeeded, (current, { body }) => replaceOrg(current, body)),
]);
/** The current org; null until it is there, and after its fetch failed. */
export const $org = $currentOrg.map(({ org }) => org);
nameParam(
  "oid",
  $org.map((org) => org?.displayName ?? null),
);

/** The list of orgs that a screen pages through. */
export const $orgList = createListing("orgs/list", {
  wanted: orgsWanted,
  modeOf: ({ mode }) => mode,
  call: calls.listOrgs,
  itemsOf: ({ _embedded }) => _embedded.orgs,
});

interface Ancestors {
  readonly requestId: string | null;
  readonly orgs: readonly Org[];
}

const $ancestorsState = createProjection<Ancestors>(
  "orgs/ancestors",
  { requestId: null, orgs: [] },
  (on) => [
    on(calls.getAncestors.requested, (_state, _input, { id }) => ({ requestId: id, orgs: [] })),
    on(calls.getAncestors.succeeded, (state, { body }, { cause }) =>
      cause === state.requestId ? { ...state, orgs: body._embedded.orgs } : state,
    ),
    on(calls.getAncestors.failed, (state, _failure, { cause }) =>
      cause === state.requestId ? { ...state, orgs: [] } : state,
    ),
  ],
);
/** The ancestors of the current org, the root first; empty after a failed fetch. */
export const $ancestors = $ancestorsState.map(({ orgs }) => orgs);

const wantOrg = createFollowUp(orgWanted);
/** Fetches an org and its ancestors; `cause` is the event that led to it. */
export const fetchOrg = wantOrg.prepend(
  ({ oid, cause }: { readonly oid: string; readonly cause: string | null }) => ({
    payload: { oid },
    cause,
  }),
);

const orgNeeded = withClient(onLive(orgWanted));
sample({
  clock: orgNeeded,
  fn: ({ clientId, payload: { oid }, id }) => ({ params: { clientId, oid }, cause: id }),
  target: orgCall.start,
});
sample({
  clock: orgNeeded,
  fn: ({ clientId, payload, id }) => ({ params: { clientId }, query: payload, cause: id }),
  target: ancestorsCall.start,
});

/** Fetches a page of orgs into the list, in place of what it holds or after it. */
export const fetchOrgs = createFollowUp(orgsWanted);

sample({
  clock: withClient(onLive(orgsWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: { ...normalizeOrgFilters(payload.query), size: ORG_PAGE_SIZE },
    cause: id,
  }),
  target: orgsCall.start,
});

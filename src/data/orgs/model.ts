/** The open screen's org with its ancestors, and the calls about orgs. */
import { combine } from "effector";
import { orgRetried } from "#events/actions/roleMapping.ts";
import * as calls from "#events/calls/orgs.ts";
import { undoPolicyChange } from "#events/calls/policyChanges.ts";
import type { Org } from "#events/entities/org.ts";
import { createCall } from "../../kernel/calls.ts";
import { $screen } from "../../kernel/navigation.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $clientId } from "../session/index.ts";

export const orgsCall = createCall(calls.listOrgs);
export const orgCall = createCall(calls.getOrg);
export const ancestorsCall = createCall(calls.getAncestors);
export const ancestorsOfManyCall = createCall(calls.getAncestorsOfMany);
export const induceCall = createCall(calls.induce);
export const deleteInducementCall = createCall(calls.deleteInducement);
export const retryOrg = createAction(orgRetried);

/** null if the screen is not about an org. */
const $openOrg = combine($screen, $clientId, (screen, clientId) =>
  screen?.params.oid === undefined || clientId === null
    ? null
    : { clientId, oid: screen.params.oid },
);

/** The open screen's org. */
export const $currentOrg = createQuery("orgs/current", {
  call: orgCall,
  input: $openOrg.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  ownsCall: true,
  refreshOn: [orgRetried, undoPolicyChange.succeeded],
  changes: (on) =>
    [calls.induce, calls.deleteInducement].map(({ succeeded }) =>
      on(succeeded, (org, { body }) => (body.oid === org.oid ? body : org)),
    ),
  options: { version: 4 },
});
/** null until it is known and after a failed fetch. */
export const $org = $currentOrg.map(({ value }) => value);
nameParam(
  "oid",
  $org.map((org) => org?.displayName ?? null),
);

const NO_ORGS: readonly Org[] = [];

/** The ancestors of the current org, root first; empty after a failed fetch. */
export const $ancestors = createQuery("orgs/ancestors", {
  call: ancestorsCall,
  input: $openOrg.map(
    (open) => open && { params: { clientId: open.clientId }, query: { oid: open.oid } },
  ),
  valueOf: ({ body }) => body._embedded.orgs,
  emptyOnFailure: true,
  ownsCall: true,
  refreshOn: [orgRetried],
  options: { version: 4 },
}).map(({ value }) => value ?? NO_ORGS);

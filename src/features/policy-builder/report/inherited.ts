/**
 * The roles that the org of the builder has by the policies above and by access roles. They go to the worker as bytes,
 * and this module tracks their digest.
 */
import { combine } from "effector";
import { policyRetried, retryWanted } from "#events/actions/policyBuilder.ts";
import { readInheritedRoles } from "#events/calls/orgs.ts";
import { $clientId } from "../../../data/session/index.ts";
import { createCall } from "../../../kernel/calls.ts";
import { createQuery } from "../../../kernel/query.ts";
import { $scope } from "../model.ts";
import { INHERITED } from "./logSelectors.ts";

const $query = createQuery(INHERITED, {
  call: createCall(readInheritedRoles),
  input: combine($clientId, $scope, (clientId, scope) =>
    clientId !== null && scope !== null ? { params: { clientId, oid: scope.orgOid } } : null,
  ),
  // Only events of earlier builds have no bytes.
  valueOf: ({ body }) => (body.size === 0 ? null : body),
  emptyOnFailure: true,
  refreshOn: [policyRetried, retryWanted],
  options: { version: 3 },
});

/** The digest of the inherited roles; null while they are unknown. */
export const $inherited = $query.map(({ value }) => value?.digest ?? null);

/** Why they are unknown. */
export const $inheritedFailure = $query.map(({ failure }) => failure?.reason ?? null);

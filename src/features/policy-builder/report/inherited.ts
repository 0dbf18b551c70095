/** The entitlements that the policies of the orgs above hand down to the org of the builder. */
import { combine } from "effector";
import { policyRetried, retryWanted } from "#events/actions/policyBuilder.ts";
import { readInheritedRoles } from "#events/calls/orgs.ts";
import { pathText } from "#events/rules/policyPaths.ts";
import { $clientId } from "../../../data/session/index.ts";
import { createCall } from "../../../kernel/calls.ts";
import { createQuery } from "../../../kernel/query.ts";
import { $scope } from "../model.ts";

const $query = createQuery("policyBuilder/inherited", {
  call: createCall(readInheritedRoles),
  input: combine($clientId, $scope, (clientId, scope) =>
    clientId !== null && scope !== null ? { params: { clientId, oid: scope.orgOid } } : null,
  ),
  valueOf: ({ body }) => body.origins,
  emptyOnFailure: true,
  refreshOn: [policyRetried, retryWanted],
});

const NONE: readonly string[] = [];

const $origins = $query.map(({ value }) => value);

/** The role oids; none while they are unknown. */
export const $inherited = $origins.map((origins) =>
  origins === null || origins.length === 0 ? NONE : origins.flatMap(({ roleOids }) => roleOids),
);

/** By role oid: the path of the nearest org that hands it down. */
export const $inheritedPaths = $origins.map((origins): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>();
  for (const { path, roleOids } of origins ?? []) {
    const text = pathText(path);
    for (const roleOid of roleOids) if (!paths.has(roleOid)) paths.set(roleOid, text);
  }
  return paths;
});

/** Why they are unknown. */
export const $inheritedFailure = $query.map(({ failure }) => failure?.reason ?? null);

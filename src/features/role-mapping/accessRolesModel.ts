/** The access roles that the policy of the detail screen's org induces. */
import { combine } from "effector";
import * as actions from "#events/actions/roleMapping.ts";
import { undoPolicyChange } from "#events/calls/policyChanges.ts";
import { accessPolicyRolesCall } from "../../data/access-roles/index.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { createList } from "../../kernel/list.ts";
import { $detail, DETAIL_ROUTES } from "./place.ts";

export const inducedRoles = createList(actions.inducedRoles, {
  call: accessPolicyRolesCall,
  routes: DETAIL_ROUTES,
  inAddress: false,
  source: combine($detail, $mapsAllRoles, (detail, mapsAllRoles) => (mapsAllRoles ? detail : null)),
  request: ({ clientId, oid }, { sort }) => ({
    params: { clientId },
    query: { orgOid: oid, sort },
  }),
  itemsOf: ({ _embedded }) => _embedded.roles,
  refreshOn: [actions.orgRetried, undoPolicyChange.succeeded],
  options: { version: 3 },
});

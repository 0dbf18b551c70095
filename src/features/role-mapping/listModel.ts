/** The list of orgs. */
import * as actions from "#events/actions/roleMapping.ts";
import { normalizeOrgFilters } from "#events/rules/orgQuery.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { createList } from "../../kernel/list.ts";
import { LIST_ROUTES } from "./place.ts";

export const orgList = createList(actions.orgList, {
  call: orgsCall,
  routes: LIST_ROUTES,
  source: $clientId,
  request: (clientId, { type, policy, ...filters }) => ({
    params: { clientId },
    query: normalizeOrgFilters({
      orgType: type,
      ...(policy !== "all" && { policy }),
      ...filters,
    }),
  }),
  itemsOf: ({ _embedded }) => _embedded.orgs,
  kept: ["type"],
  emptyOnFailure: true,
  options: { version: 3 },
});

/** The list of orgs. */
import { combine } from "effector";
import * as actions from "#events/actions/roleMapping.ts";
import { countOrgs } from "#events/calls/orgs.ts";
import { normalizeOrgFilters } from "#events/rules/orgQuery.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { LIST_ROUTES } from "./place.ts";
import { listRoute } from "./route.ts";

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

/** How many orgs of the listed type have members and no policy, on the screen about all resources. */
export const $withoutPolicy = createQuery("roleMapping/withoutPolicy", {
  call: createCall(countOrgs),
  input: combine($screen, $clientId, orgList.$query, (screen, clientId, { type }) =>
    screen?.route === listRoute.name && clientId !== null
      ? { params: { clientId }, query: { orgType: type, policy: "missing" as const } }
      : null,
  ),
  valueOf: ({ body }) => body.count,
  ownsCall: true,
  emptyOnFailure: true,
}).map(({ value }) => value);

/** The org and resource of the open Role Mapping screen. */
import { combine } from "effector";
import { orgRetried } from "#events/actions/roleMapping.ts";
import { getResource } from "#events/calls/directory.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { paramsOf } from "../../kernel/route.ts";
import { detailRoute, listRoute, resourceDetailRoute, resourceListRoute } from "./route.ts";

export const LIST_ROUTES: readonly string[] = [listRoute.name, resourceListRoute.name];
export const DETAIL_ROUTES: readonly string[] = [detailRoute.name, resourceDetailRoute.name];
const ROUTES = new Set([...LIST_ROUTES, ...DETAIL_ROUTES]);

/** null if the screen covers all resources. */
export const $resourceId = $screen.map((screen) =>
  screen && ROUTES.has(screen.route) ? (screen.params.resourceId ?? null) : null,
);

/** The org and the resource of the open detail screen; null while another screen is open. */
export const $detail = combine($screen, $resourceId, $clientId, (screen, resourceId, clientId) => {
  const params = paramsOf(detailRoute, screen) ?? paramsOf(resourceDetailRoute, screen);
  return params === null || clientId === null ? null : { clientId, oid: params.oid, resourceId };
});

/** The screen's resource. */
export const $resource = createQuery("roleMapping/resource", {
  call: createCall(getResource),
  input: combine($clientId, $resourceId, (clientId, resourceId) =>
    clientId === null || resourceId === null ? null : { params: { clientId, resourceId } },
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  ownsCall: true,
  refreshOn: [orgRetried],
});

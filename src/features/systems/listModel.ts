/** The list of connected systems and imported resources. */
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systems.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { filled } from "../../kernel/filters.ts";
import { systemsRoute } from "./route.ts";

export const systemList = createList(actions.systemList, {
  call: createCall(calls.listSystems),
  routes: [systemsRoute.name],
  source: $clientId,
  request: (clientId, { contains, kind, status }) => ({
    params: { clientId },
    query: filled({ contains, kind, publication: status }),
  }),
  itemsOf: ({ _embedded }) => _embedded.systems,
});

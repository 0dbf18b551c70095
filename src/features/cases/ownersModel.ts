/** The users by whose cases the list can be filtered. */
import { combine } from "effector";
import * as calls from "#events/calls/cases.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { $seenClient, caseOwnersCall } from "./model.ts";
import { casesRoute } from "./route.ts";

/** Those who own a case; the first by name. */
export const $caseOwners = createQuery("cases/owners", {
  call: caseOwnersCall,
  input: combine($screen, $seenClient, (screen, clientId) =>
    screen?.route === casesRoute.name && clientId !== null
      ? { params: { clientId }, query: { owning: "true" as const, size: 100 } }
      : null,
  ),
  valueOf: ({ body }) => body._embedded.owners,
  refreshOn: [calls.changeCases.succeeded],
});

/** The catalogue of connectors, what the client's plan still allows, and the form of a new system. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import { listConnectors } from "#events/calls/connectors.ts";
import * as calls from "#events/calls/systems.ts";
import { NO_CONNECTOR } from "#events/entities/connector.ts";
import { message } from "#events/messages/message.ts";
import { canAccessResource } from "#events/rules/permissions.ts";
import { checkSetup } from "#events/rules/systems.ts";
import { $clientId, $user, currentUserCall, fetchCurrentUser } from "../../data/session/index.ts";
import { createAllPages } from "../../kernel/allPages.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $screen, navigateTo, parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { createSystemCall } from "./calls.ts";
import { $mayCreate } from "./place.ts";
import { addResourceRoute, toSystem } from "./route.ts";
import { kindOfAddress, ownerIdOf, possibleKinds, type CatalogueFilters } from "./rules.ts";

export const filterCatalogue = createAction(actions.catalogueFiltered);
export const chooseConnector = createAction(actions.connectorChosen);
export const retryCatalogue = createAction(actions.catalogueRetried);

/** Null on other screens, and for users who cannot add systems. */
const $openClient = combine($screen, $clientId, $mayCreate, (screen, clientId, mayCreate) =>
  screen?.route === addResourceRoute.name && mayCreate ? clientId : null,
);

/** All available connectors. */
export const $connectors = createAllPages("systems/connectors", {
  call: createCall(listConnectors),
  input: $openClient.map((clientId) => (clientId === null ? null : {})),
  itemsOf: ({ body }) => body._embedded.connectors,
  refreshOn: [actions.catalogueRetried],
});

export const $limits = createQuery("systems/limits", {
  call: createCall(calls.getSystemLimits),
  input: $openClient.map((clientId) => (clientId === null ? null : { params: { clientId } })),
  valueOf: ({ body }) => body,
  refreshOn: [actions.catalogueRetried, calls.createSystem.succeeded, calls.createSystem.failed],
});

const NO_FILTERS: CatalogueFilters = { contains: "", kind: "all", tag: "all" };

export const $filters = createProjection<CatalogueFilters>(
  "systems/catalogueFilters",
  NO_FILTERS,
  (on) => [
    on(screenOpened, (filters, { route, path }) => {
      if (route !== addResourceRoute.name) return NO_FILTERS;
      const kind = kindOfAddress(parsePath(path).search);
      return kind === null ? filters : { ...filters, kind };
    }),
    on(actions.catalogueFiltered, (filters, { change }) => ({ ...filters, ...change })),
  ],
);

/** The id of the chosen connector. */
export const $selectedId = createProjection<number>(
  "systems/selectedConnector",
  NO_CONNECTOR,
  (on) => [
    on(screenOpened, (id, { route }) => (route === addResourceRoute.name ? id : NO_CONNECTOR)),
    on(actions.connectorChosen, (_id, { connectorId }) => connectorId),
  ],
);

/** Null before a choice. */
export const $selected = combine(
  $connectors,
  $selectedId,
  ({ value }, selected) => value.find(({ id }) => id === selected) ?? null,
);

/** The kinds in which a system of the chosen connector can be added. */
export const $kinds = combine($selected, $limits, (connector, { value: limits }) =>
  connector === null ? [] : possibleKinds(connector, limits),
);

export const newSystemForm = createForm(actions.newSystemForm, {
  saved: combine($kinds, $filters, (kinds, { kind: wanted }) => {
    const kind = kinds.find((one) => one === wanted) ?? kinds[0] ?? "manual";
    return { name: "", description: "", ownerId: "", kind };
  }),
  call: createSystemCall,
  routes: [addResourceRoute.name],
  inDialog: true,
  // The draft of another connector may have a kind that this one lacks.
  startsOn: actions.connectorChosen,
  source: combine($openClient, $selected, (clientId, connector) =>
    clientId !== null && connector !== null ? { clientId, connectorId: connector.id } : null,
  ),
  check: checkSetup,
  request: ({ name, description, ownerId, kind }, { clientId, connectorId }) => ({
    params: { clientId },
    body: {
      name: name.trim(),
      description: description.trim(),
      ownerId: ownerIdOf(ownerId),
      connectorId,
      kind,
    },
  }),
  savedMessage: ({ body: { name } }) => message("systems.created", { name }),
  failedMessage: ({ name }, reason) => message("systems.notCreated", { name, reason }),
});
sample({
  clock: onLive(actions.connectorChosen),
  fn: () => ({ open: true }),
  target: newSystemForm.toggle,
});

/** The id of the system that was added on this screen; null before. */
const $createdId = createProjection<string | null>("systems/created", null, (on) => [
  on(screenOpened, () => null),
  on(calls.createSystem.succeeded, (_id, { body }) => body.id),
]);
const $next = combine($createdId, $user, (id, user) => ({ id, user }));
const toConfiguration = ({ id, user }: ReturnType<(typeof $next)["getState"]>) =>
  id !== null && user !== null && canAccessResource(user, id)
    ? { path: toSystem("configuration", id) }
    : null;
react(createSystemCall.succeeded, $next, toConfiguration, navigateTo);
// Others may open it once their session names it among their resources.
react(
  createSystemCall.succeeded,
  $next,
  (next, { id }) => (toConfiguration(next) === null ? { cause: id } : null),
  fetchCurrentUser,
);
react(currentUserCall.succeeded, $next, toConfiguration, navigateTo);

/** A change of many policies: its orgs, its entitlements, its effect, and making it. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyChanges.ts";
import { getRolesByOid } from "#events/calls/accessRoles.ts";
import * as calls from "#events/calls/policyChanges.ts";
import type { PolicyChange, PolicyChangeRequest } from "#events/entities/policyChange.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { normalizeOrgFilters } from "#events/rules/orgQuery.ts";
import { accessPolicyRolesCall } from "../../data/access-roles/index.ts";
import { $resources, entitlementsCall, fetchResources } from "../../data/directory/index.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { csvAddress } from "../../kernel/csvAddress.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { draft } from "../../kernel/draft.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { resourceBulkRoute } from "../role-mapping/index.ts";
import { accessBulkRoute, bulkRoute } from "./route.ts";
import { isComplete, requestOf } from "./rules.ts";

/** The screens whose changes are about entitlements. */
const ENTITLEMENT_ROUTES: readonly string[] = [bulkRoute.name, resourceBulkRoute.name];
export const bulkRoutes: readonly string[] = [...ENTITLEMENT_ROUTES, accessBulkRoute.name];

/** Whether the roles of the change are access roles. */
export const $isOfAccess = $screen.map((screen) => screen?.route === accessBulkRoute.name);

/** The client, while the screen is open. */
export const $bulkClient = combine($screen, $clientId, (screen, clientId) =>
  screen !== null && bulkRoutes.includes(screen.route) ? clientId : null,
);

/** The resource to which the screen limits changes; null: changes are not limited. */
export const $bulkResourceId = $screen.map(
  (screen) => paramsOf(resourceBulkRoute, screen)?.resourceId ?? null,
);

/** The client and the resource, while the screen is open. */
export const $bulkPlace = combine($bulkClient, $bulkResourceId, (clientId, resourceId) =>
  clientId === null ? null : { clientId, resourceId },
);

export const bulkOrgs = createList(actions.bulkOrgs, {
  call: orgsCall,
  routes: bulkRoutes,
  inAddress: false,
  source: $clientId,
  request: (clientId, { type, ...filters }) => ({
    params: { clientId },
    query: normalizeOrgFilters({ orgType: type, ...filters }),
  }),
  itemsOf: ({ _embedded }) => _embedded.orgs,
  kept: ["type"],
  keepsSelection: true,
  refreshOn: [
    calls.bulkUpdate.succeeded,
    calls.resourceBulkUpdate.succeeded,
    calls.applyPolicyFile.succeeded,
    calls.undoPolicyChange.succeeded,
  ],
});

export const bulkEntitlements = createList(actions.bulkEntitlements, {
  call: entitlementsCall,
  routes: ENTITLEMENT_ROUTES,
  inAddress: false,
  source: $bulkPlace,
  request: (place, { contains, resourceId, sort }) => {
    const ofResource = place.resourceId ?? resourceId;
    return {
      params: { clientId: place.clientId },
      query: {
        sort,
        ...(contains !== "" && { contains }),
        ...(ofResource !== "" && { resourceId: ofResource }),
      },
    };
  },
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  keepsSelection: true,
});

export const bulkAccessRoles = createList(actions.bulkAccessRoles, {
  call: accessPolicyRolesCall,
  routes: [accessBulkRoute.name],
  inAddress: false,
  source: $clientId,
  request: (clientId, { contains, sort }) => ({
    params: { clientId },
    query: { sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.roles,
  keepsSelection: true,
  refreshOn: [
    calls.bulkUpdate.succeeded,
    calls.applyPolicyFile.succeeded,
    calls.undoPolicyChange.succeeded,
  ],
});

react(
  screenOpened,
  $resources,
  ({ status, isBusy }, { payload: { route } }) =>
    ENTITLEMENT_ROUTES.includes(route) && status !== "ready" && !isBusy ? { payload: {} } : null,
  fetchResources,
);

export interface BulkResource {
  /** null while it is not known. */
  readonly name: string | null;
  /** Its name could not be loaded. */
  readonly isUnnamed: boolean;
  readonly isMissing: boolean;
}

/** The screen's resource, among those that the user sees; null where changes are not limited to one. */
export const $bulkResource = combine(
  $bulkResourceId,
  $resources,
  (resourceId, { value, status }): BulkResource | null => {
    if (resourceId === null) return null;
    const found = value.find(({ id }) => id === resourceId.toLowerCase());
    return {
      name: found?.name ?? null,
      isUnnamed: !found && status === "failed",
      isMissing: !found && status === "ready",
    };
  },
);

export const chooseOperation = createAction(actions.bulkOperationChosen);
export const preview = createAction(actions.bulkPreviewWanted);

interface BulkState {
  /** The screen of the change, with its resource. */
  readonly route: string | null;
  readonly operation: PolicyChangeRequest["operation"];
  /** The change whose effect was asked for. */
  readonly request: PolicyChangeRequest | null;
  /** The change that was made last, until another is previewed. */
  readonly made: PolicyChange | null;
}

const EMPTY: BulkState = { route: null, operation: "add", request: null, made: null };

export const $bulk = createProjection(
  "policyChanges/bulk",
  EMPTY,
  (on) => [
    on(screenOpened, (state, { route: name, params: { resourceId } }) => {
      const route = resourceId === undefined ? name : `${name}/${resourceId}`;
      return route === state.route ? state : { ...EMPTY, route };
    }),
    on(actions.bulkOperationChosen, (state, { operation }) => ({ ...state, operation })),
    on(actions.bulkPreviewWanted, (state, { request }) => ({ ...state, request, made: null })),
    ...[calls.bulkUpdate, calls.resourceBulkUpdate].map(({ succeeded }) =>
      on(succeeded, (state, { body }) => ({ ...state, request: null, made: body })),
    ),
    on(
      calls.undoPolicyChange.succeeded,
      draft((state, { body }) => {
        if (state.made?.id === body.undoes) state.made.undoneBy = body.id;
      }),
    ),
  ],
  { version: 4 },
);

/** Maximum roles that are named. */
const NAMED_ROLES = 20;

/** The chosen access roles, which the list shows only while it finds them. */
export const $chosenRoles = createQuery("policyChanges/chosenRoles", {
  call: createCall(getRolesByOid),
  input: combine(bulkAccessRoles.$view, $bulkClient, ({ selection: { all, ids } }, clientId) =>
    clientId === null || all || ids.length === 0
      ? null
      : { params: { clientId }, query: { oids: ids.slice(0, NAMED_ROLES).join(",") } },
  ),
  valueOf: ({ body }) => body._embedded.roles,
});

/** The current choice; null while it is incomplete. */
export const $request = combine(
  {
    bulk: $bulk,
    orgs: bulkOrgs.$view,
    orgQuery: bulkOrgs.$query,
    roles: bulkEntitlements.$view,
    roleQuery: bulkEntitlements.$query,
    accessRoles: bulkAccessRoles.$view,
    isOfAccess: $isOfAccess,
  },
  ({ bulk, orgs, orgQuery, roles, roleQuery, accessRoles, isOfAccess }) => {
    const draft = {
      operation: bulk.operation,
      orgs: orgs.selection,
      orgQuery,
      ...(isOfAccess
        ? {
            roles: accessRoles.selection,
            roleQuery: {
              contains: accessRoles.query.contains,
              resourceId: "",
              accessRoles: true as const,
            },
          }
        : { roles: roles.selection, roleQuery }),
    };
    return isComplete(draft) ? requestOf(draft) : null;
  },
);

/** The change whose effect is shown; null where another is chosen by now. */
const $shownRequest = combine($bulk, $request, ({ request }, chosen) =>
  request !== null && JSON.stringify(request) === JSON.stringify(chosen) ? request : null,
);
export const $isPreviewed = $shownRequest.map((request) => request !== null);

const $allPreview = createQuery("policyChanges/preview", {
  call: createCall(calls.previewBulkUpdate),
  input: combine($shownRequest, $bulkPlace, (request, place) =>
    request === null || place === null || place.resourceId !== null
      ? null
      : { params: { clientId: place.clientId }, query: {}, body: request },
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  // What changed since the preview shows in a new one.
  refreshOn: [actions.bulkPreviewWanted, calls.bulkUpdate.failed],
  options: { version: 3 },
});

const $resourcePreview = createQuery("policyChanges/resourcePreview", {
  call: createCall(calls.previewResourceBulkUpdate),
  input: combine($shownRequest, $bulkPlace, (request, place) =>
    request === null || place === null || place.resourceId === null
      ? null
      : {
          params: { clientId: place.clientId, resourceId: place.resourceId },
          query: {},
          body: request,
        },
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.bulkPreviewWanted, calls.resourceBulkUpdate.failed],
  options: { version: 3 },
});

export const $preview = combine(
  $bulkResourceId,
  $allPreview,
  $resourcePreview,
  (resourceId, all, ofResource) => (resourceId === null ? all : ofResource),
);

/** What both confirmations of a change say. */
const applied = {
  doneMessage: (
    _subject: unknown,
    { body: { orgCount } }: { readonly body: Pick<PolicyChange, "orgCount"> },
  ) => message("policies.bulkApplied", { orgs: orgCount }),
  failedMessage: (_subject: unknown, reason: Message) =>
    message("policies.bulkNotApplied", { reason }),
};

export const bulkApply = createConfirmation(actions.bulkApply, {
  call: createCall(calls.bulkUpdate),
  source: $bulkClient,
  request: ({ request, changeId, fingerprint }, clientId) => ({
    params: { clientId },
    query: {},
    body: { ...request, id: changeId, fingerprint },
  }),
  ...applied,
  options: { version: 3 },
});

export const resourceBulkApply = createConfirmation(actions.resourceBulkApply, {
  call: createCall(calls.resourceBulkUpdate),
  source: combine($bulkPlace, (place) =>
    place === null || place.resourceId === null
      ? null
      : { clientId: place.clientId, resourceId: place.resourceId },
  ),
  request: ({ request, changeId, fingerprint }, params) => ({
    params,
    query: {},
    body: { ...request, id: changeId, fingerprint },
  }),
  ...applied,
});

const exported = createAction(actions.policiesExported);

/** The policies of the orgs that the list finds, as a file of entitlements or of access roles. */
export const $policyExport = combine(
  bulkOrgs.$query,
  $bulkPlace,
  $isOfAccess,
  ({ type, contains }, place, isOfAccess) => {
    if (place === null) return null;
    const { clientId, resourceId } = place;
    const query = {
      orgType: type,
      ...(contains !== "" && { contains }),
      ...(resourceId !== null && { resourceId }),
    };
    const { endpoint } = isOfAccess ? calls.listRoleGrants : calls.listGrants;
    return {
      href: csvAddress(endpoint, { params: { clientId }, query }),
      note: () =>
        exported({
          orgs: { all: true, oids: [], orgType: type, ...(contains !== "" && { contains }) },
        }),
    };
  },
);

/** The entitlements of the open resource, the status of each kind of request, and the last found duplicates. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/entitlements.ts";
import * as calls from "#events/calls/entitlements.ts";
import { saveImportSettings } from "#events/calls/systems.ts";
import { NO_PAGE, type PageInfo } from "#events/entities/common.ts";
import type { AnyCall, RequestStatus } from "#events/kernel/call.ts";
import type { EventInfo } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import { $resources, fetchResources } from "../../data/directory/index.ts";
import { $clientId } from "../../data/session/index.ts";
import { $systemPlace } from "../../data/systems/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection, type Step } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { filled } from "../../kernel/filters.ts";
import { reviewRoute } from "./route.ts";
import { duplicatesOf, NO_DUPLICATES, withoutDuplicate, type DuplicateMap } from "./rules.ts";

export const refresh = createAction(actions.refreshWanted);
export const dismissDuplicates = createAction(actions.duplicatesDismissed);

/** Null while another screen is open. */
export const $place = combine($screen, $systemPlace, (screen, place) =>
  screen?.route === reviewRoute.name ? place : null,
);

/** After these events the list and the duplicates are read again. */
export const CHANGES = [
  calls.createEntitlement.succeeded,
  calls.updateEntitlement.succeeded,
  calls.deleteEntitlement.succeeded,
  calls.mergeEntitlements.succeeded,
  calls.refreshEntitlements.succeeded,
  // What was saved elsewhere appears.
  calls.updateEntitlement.failed,
  calls.deleteEntitlement.failed,
];

export const entitlementList = createList(actions.entitlementList, {
  call: createCall(calls.getEntitlements),
  routes: [reviewRoute.name],
  source: $place,
  request: (params, { contains, show, sort }) => ({
    params,
    query: { ...filled({ contains, show }), sort },
  }),
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  refreshOn: [...CHANGES, saveImportSettings.succeeded],
});

/** The page info of the newest answer. */
export const $page = createProjection<PageInfo>(
  "entitlements/page",
  NO_PAGE,
  (on) => [
    on(screenOpened, (page, { route }) => (route === reviewRoute.name ? page : NO_PAGE)),
    on(calls.getEntitlements.succeeded, (_page, { body }) => body.page),
  ],
  { version: 2 },
);

/** @param resets the call whose requests reset it */
function statusSteps(call: AnyCall, resets?: AnyCall): readonly Step<RequestStatus>[] {
  const becomes = ({ type }: EventInfo, status: RequestStatus) => ({ type, evolve: () => status });
  return [
    becomes(call.requested, "InProgress"),
    becomes(call.succeeded, "Success"),
    becomes(call.failed, "Fail"),
    ...(resets ? [becomes(resets.requested, "NotStarted")] : []),
  ];
}

export const $getAllStatus = createProjection<RequestStatus>(
  "entitlements/getAllStatus",
  "NotStarted",
  () => statusSteps(calls.getEntitlements),
);
export const $refreshAllStatus = createProjection<RequestStatus>(
  "entitlements/refreshAllStatus",
  "NotStarted",
  () => statusSteps(calls.refreshEntitlements),
);
export const $createStatus = createProjection<RequestStatus>(
  "entitlements/createStatus",
  "NotStarted",
  () => statusSteps(calls.createEntitlement, calls.getEntitlements),
);
export const $updateStatus = createProjection<RequestStatus>(
  "entitlements/updateStatus",
  "NotStarted",
  () => statusSteps(calls.updateEntitlement, calls.getEntitlements),
);
export const $deleteStatus = createProjection<RequestStatus>(
  "entitlements/deleteStatus",
  "NotStarted",
  () => statusSteps(calls.deleteEntitlement, calls.getEntitlements),
);

/** Whether an entitlement is being created, updated or deleted. */
export const $isWriting = combine([$createStatus, $updateStatus, $deleteStatus], (statuses) =>
  statuses.includes("InProgress"),
);

/** Entitlements with the name of the one that was created or updated last. */
export const $duplicates = createProjection<DuplicateMap>(
  "entitlements/duplicates",
  NO_DUPLICATES,
  (on) => [
    on(screenOpened, (map, { route }) => (route === reviewRoute.name ? map : NO_DUPLICATES)),
    on(calls.createEntitlement.succeeded, (_map, { body }) => duplicatesOf(body.duplicates)),
    on(calls.updateEntitlement.succeeded, (_map, { body }) => duplicatesOf(body.duplicates)),
    on(calls.deleteEntitlement.succeeded, (map, { body }) => withoutDuplicate(map, body.id)),
    on(calls.mergeEntitlements.succeeded, () => NO_DUPLICATES),
    on(actions.duplicatesDismissed, () => NO_DUPLICATES),
  ],
  { version: 2 },
);

const refreshCall = createCall(calls.refreshEntitlements);
react(
  actions.refreshWanted,
  combine($place, $refreshAllStatus, (params, status) => ({ params, status })),
  ({ params, status }) => (params === null || status === "InProgress" ? null : { params }),
  refreshCall.start,
);
react(
  refreshCall.succeeded,
  $place,
  (_place, { payload: { body }, id }) =>
    notificationOf(
      "success",
      message("entitlements.refreshed", { count: body.entitlementCount }),
      id,
    ),
  showNotification,
);
react(
  refreshCall.failed,
  $place,
  (_place, { payload: failure, id }) =>
    isReportable(failure)
      ? notificationOf(
          "error",
          message("entitlements.notRefreshed", { reason: reasonOf(failure) }),
          id,
        )
      : null,
  showNotification,
);

// The name of the resource.
react(
  screenOpened,
  $clientId,
  (_clientId, { payload: { route } }) => (route === reviewRoute.name ? { payload: {} } : null),
  fetchResources,
);
/** Null while it is not known. */
export const $resourceName = combine(
  $resources,
  $place,
  ({ value }, place) => value.find(({ id }) => id === place?.resourceId)?.name ?? null,
);

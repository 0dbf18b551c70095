/** Publishing, confirming, pausing and deleting the open system. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systems.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { confirmCall, deleteCall, pauseCall, publishCall } from "./calls.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { $place, placeOn } from "./place.ts";
import { toSystems } from "./route.ts";

/** What publishing would change. */
export const $publication = createQuery("systems/publication", {
  call: createCall(calls.getPublication),
  // Imported resources have no settings to publish.
  input: combine(placeOn("manage", "confirm"), $openSystem, (params, { value }) =>
    params && value && value.kind !== null ? { params } : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.systemRetried,
    actions.publishing.opened,
    calls.publishSystem.succeeded,
    calls.publishSystem.failed,
  ],
});

export const publishing = createConfirmation(actions.publishing, {
  call: publishCall,
  source: $place,
  request: ({ version }, params) => ({ params, body: { version } }),
  doneMessage: ({ name }) => message("systems.published", { name }),
  failedMessage: ({ name }, reason) => message("systems.notPublishedNow", { name, reason }),
});

const $version = combine($place, $openSystem, (params, { value }) =>
  params && value ? { params, version: value.version } : null,
);

export const confirmIntegration = createAction(actions.confirmationWanted);
export const $isConfirming = confirmCall.$status.map((status) => status === "InProgress");
/** Why the integration was not confirmed. */
export const $confirmFailure = confirmCall.$request.map(({ failure }) => failure);
react(
  actions.confirmationWanted,
  $version,
  (open) => open && { params: open.params, body: { version: open.version } },
  confirmCall.start,
);
react(
  confirmCall.succeeded,
  $place,
  (_place, { payload: { body }, id }) =>
    notificationOf("success", message("systems.confirmed", { name: body.name }), id),
  showNotification,
);

export const pause = createAction(actions.pauseWanted);
react(
  actions.pauseWanted,
  $version,
  (open, { payload: { paused } }) =>
    open && { params: open.params, body: { paused, version: open.version } },
  pauseCall.start,
);
react(
  pauseCall.succeeded,
  $place,
  (_place, { payload: { body }, id }) => {
    const { name, paused } = body;
    return notificationOf(
      "success",
      message(paused ? "systems.paused" : "systems.resumed", { name }),
      id,
    );
  },
  showNotification,
);
notifyFailures(pauseCall.failed);

export const chooseGrantsRemoval = createAction(actions.grantsRemovalChosen);
export const $removesGrants = createProjection<boolean>("systems/removesGrants", false, (on) => [
  on(screenOpened, () => false),
  on(actions.systemDeletion.opened, () => false),
  on(actions.grantsRemovalChosen, (_state, { removesGrants }) => removesGrants),
]);

const $deletionPlace = combine(
  $place,
  $removesGrants,
  (place, removesGrants) => place && { place, removesGrants },
);
const previewCall = createCall(calls.previewSystemDeletion);
/** What is lost when the system is deleted; fetched when its dialog opens. */
const $isDeleting = createProjection<boolean>("systems/isDeleting", false, (on) => [
  on(screenOpened, () => false),
  on(actions.systemDeletion.opened, () => true),
  on(actions.systemDeletion.cancelled, () => false),
]);
export const $deletion = createQuery("systems/deletionPreview", {
  call: previewCall,
  input: combine(placeOn("manage"), $isDeleting, (params, isOpen) =>
    params && isOpen ? { params } : null,
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.systemDeletion.opened, calls.deleteSystem.failed],
  options: { version: 3 },
});

export const systemDeletion = createConfirmation(actions.systemDeletion, {
  call: deleteCall,
  source: combine($deletionPlace, $deletion, (open, { value }) =>
    open && value ? { ...open, fingerprint: value.fingerprint } : null,
  ),
  expected: ({ name }) => name,
  request: ({ resourceId }, { place, fingerprint, removesGrants }) => ({
    params: { clientId: place.clientId, resourceId },
    body: { fingerprint, removesGrants },
  }),
  doneMessage: ({ name }) => message("systems.deleted", { name }),
  failedMessage: ({ name }, reason) => message("systems.notDeleted", { name, reason }),
});
// Stay on the screen that the administrator has opened since.
react(
  deleteCall.succeeded,
  combine($place, systemDeletion.$sent, (place, sent) => ({ place, sent })),
  ({ place, sent }) =>
    place !== null && place.resourceId === sent?.resourceId
      ? { path: toSystems(), saved: true }
      : null,
  navigateTo,
);

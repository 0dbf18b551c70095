/** The latest preview of provisioning: generated, watched, cut down, and decided about. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/provisioning.ts";
import * as calls from "#events/calls/provisioning.ts";
import { message } from "#events/messages/message.ts";
import { isWorking, mayDecide, needsConsent } from "#events/rules/provisioning.ts";
import { $user } from "../../data/session/index.ts";
import { retryPreviewCall } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { placeOn } from "./place.ts";
import { previewRoute } from "./route.ts";

export const $here = placeOn("preview");

const generateCall = createCall(calls.generateProvisionPreview);
export const latestCall = createCall(calls.getLatestProvisionPreview);
const patchCall = createCall(calls.patchProvisionPreview);

const CHANGES = [
  calls.generateProvisionPreview.succeeded,
  calls.generateProvisionPreview.failed,
  calls.patchProvisionPreview.succeeded,
  calls.patchProvisionPreview.failed,
  calls.approveProvisionPreview.succeeded,
  calls.approveProvisionPreview.failed,
  calls.retryProvisionPreview.succeeded,
  calls.retryProvisionPreview.failed,
  calls.rejectProvisionPreview.succeeded,
  calls.rejectProvisionPreview.failed,
];

export const retryPreview = createAction(actions.previewRetried);
export const $preview = createQuery("provisioning/preview", {
  options: { version: 9 },
  call: latestCall,
  input: $here.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.previewRetried, actions.previewPolled, ...CHANGES],
});
const $latest = $preview.map(({ value }) => value?.preview ?? null);
/** Whether the client's approval rules let the user approve the preview, or retry its failed changes. */
export const $mayDecide = combine(
  $latest,
  $user,
  (preview, user) => preview === null || mayDecide(preview, user?.id),
);

export const objectList = createList(actions.objectList, {
  options: { version: 3 },
  call: createCall(calls.listProvisionObjects),
  routes: [previewRoute.name],
  source: combine($here, $latest, (here, preview) =>
    here !== null && preview !== null && preview.plannedAt !== null
      ? { ...here, previewId: preview.id }
      : null,
  ),
  request: (params, { contains, change, show }) => ({
    params,
    query: {
      ...(contains !== "" && { contains }),
      ...(change !== "all" && { kind: change }),
      ...(show !== "all" && { state: show }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.objects,
  refreshOn: [actions.previewRetried, actions.previewPolled, ...CHANGES],
});

export const openObject = createAction(actions.objectOpened);
/** The number of the change that is shown before and after; null if none is. */
export const $openObject = createDialog(
  "provisioning/openObject",
  actions.objectOpened,
  ({ no }) => no,
);

export const generatePreview = createAction(actions.previewWanted);
export const $isGenerating = generateCall.$status.map((status) => status === "InProgress");
react(actions.previewWanted, $here, (params) => params && { params }, generateCall.start);

export const cancelPreview = createAction(actions.previewCancelled);
react(
  actions.previewCancelled,
  $here,
  (here, { payload: { id } }) =>
    here && {
      params: { ...here, previewId: id },
      body: [{ op: "replace" as const, path: "/status", value: "cancelled" }],
    },
  patchCall.start,
);

export const retryFailed = createAction(actions.failedRetried);
react(
  actions.failedRetried,
  $here,
  (here, { payload: { id } }) => here && { params: { ...here, previewId: id } },
  retryPreviewCall.start,
);

export const leaveOut = createAction(actions.leaveOutWanted);
react(
  actions.leaveOutWanted,
  $here,
  (here, { payload: { id, no, change, leftOut } }) => {
    const left = no !== null ? `objects/${no}` : change && `kinds/${change}`;
    if (here === null || left === null) return null;
    return {
      params: { ...here, previewId: id },
      body: [{ op: "replace" as const, path: `/${left}/leftOut`, value: leftOut }],
    };
  },
  patchCall.start,
);

notifyFailures([generateCall.failed, patchCall.failed, retryPreviewCall.failed]);

export const approval = createConfirmation(actions.approval, {
  options: { version: 3 },
  call: createCall(calls.approveProvisionPreview),
  source: $here,
  request: ({ id, version, gates = [] }, here) => ({
    params: { ...here, previewId: id },
    body: { version, gates },
  }),
  // Typing the number confirms that the user has read the warnings.
  expected: ({ no, gates = [] }) => (gates.some(needsConsent) ? String(no) : null),
  doneMessage: (_subject, { body: { status } }) =>
    message(status === "applying" ? "provisioning.started" : "provisioning.approved"),
  failedMessage: (_subject, reason) => message("provisioning.notApproved", { reason }),
});
export const rejection = createConfirmation(actions.rejection, {
  call: createCall(calls.rejectProvisionPreview),
  source: $here,
  request: ({ id }, here) => ({ params: { ...here, previewId: id } }),
  doneMessage: () => message("provisioning.rejected"),
  failedMessage: (_subject, reason) => message("provisioning.notRejected", { reason }),
});

pollWhile(
  actions.previewPolled,
  merge<{ readonly id: string }>([latestCall.succeeded, latestCall.failed]),
  combine(
    $here,
    $latest,
    (here, preview) => here !== null && preview !== null && isWorking(preview),
  ),
);

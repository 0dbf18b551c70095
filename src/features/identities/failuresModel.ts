/** Approved changes of the person's accounts that are not in their systems. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/identities.ts";
import { listFailedChanges } from "#events/calls/identities.ts";
import { retryProvisionPreview } from "#events/calls/provisioning.ts";
import { retryPreviewCall } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $changesParams, $params } from "./reportModel.ts";

const failuresCall = createCall(listFailedChanges);

export const $failures = createQuery("identities/failures", {
  options: { version: 6 },
  call: failuresCall,
  input: $changesParams.map((params) => params && { params }),
  valueOf: ({ body: { previews, replaced = [] } }) => ({ previews, replaced }),
  refreshOn: [
    actions.identityRetried,
    actions.failedChangesPolled,
    retryProvisionPreview.succeeded,
    retryProvisionPreview.failed,
  ],
});

/** A failed retry is reported with the preview. */
export const retryFailed = createAction(actions.failedChangesRetried);
react(
  actions.failedChangesRetried,
  $params,
  (params, { payload }) => params && { params: { clientId: params.clientId, ...payload } },
  retryPreviewCall.start,
);

pollWhile(
  actions.failedChangesPolled,
  merge<{ readonly id: string }>([failuresCall.succeeded, failuresCall.failed]),
  combine(
    $changesParams,
    $failures,
    (params, { value }) =>
      params !== null &&
      (value?.previews ?? []).some(({ changes }) => changes.some(({ open }) => open)),
  ),
);

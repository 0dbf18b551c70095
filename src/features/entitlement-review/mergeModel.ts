/** Groups of entitlements with the same name, and merging a group into one of them. */
import { combine } from "effector";
import type { Static } from "typebox";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/entitlements.ts";
import * as calls from "#events/calls/entitlements.ts";
import { message } from "#events/messages/message.ts";
import { createAllPages } from "../../kernel/allPages.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $place, CHANGES, entitlementList } from "./listModel.ts";

export const retryDuplicates = createAction(actions.duplicatesRetried);

/** All groups, while the list shows duplicates. */
export const $groups = createAllPages("entitlements/groups", {
  options: { version: 4 },
  call: createCall(calls.listDuplicates),
  input: combine($place, entitlementList.$query, (params, { show }) =>
    params !== null && show === "duplicates" ? { params } : null,
  ),
  itemsOf: ({ body }) => body._embedded.groups,
  refreshOn: [actions.duplicatesRetried, ...CHANGES],
});

/** What the open dialog merges. The confirmation needs the preview, so this cannot be its own state. */
const $subject = createProjection<Static<typeof actions.merging.subject> | null>(
  "entitlements/mergeSubject",
  null,
  (on) => [
    on(screenOpened, () => null),
    on(actions.merging.opened, (_subject, { subject }) => subject),
    on(actions.merging.cancelled, () => null),
    on(calls.mergeEntitlements.succeeded, () => null),
  ],
);

/** What the open merge would change. */
export const $preview = createQuery("entitlements/mergePreview", {
  call: createCall(calls.previewMerge),
  input: combine($place, $subject, (place, subject) =>
    place && subject
      ? {
          params: { ...place, entitlementId: subject.kept.id },
          query: { mergedIds: subject.mergedIds.join(",") },
        }
      : null,
  ),
  valueOf: ({ body }) => body,
  // After a conflict the dialog shows what refers to the entitlements now.
  refreshOn: [actions.merging.opened, calls.mergeEntitlements.failed],
});

export const merging = createConfirmation(actions.merging, {
  call: createCall(calls.mergeEntitlements),
  source: combine($place, $preview, (place, { value }) =>
    place && value ? { place, fingerprint: value.fingerprint } : null,
  ),
  request: ({ kept, mergedIds }, { place, fingerprint }) => ({
    params: { ...place, entitlementId: kept.id },
    body: { mergedIds, fingerprint },
  }),
  doneMessage: ({ kept, mergedIds }) =>
    message("entitlements.merged", { count: mergedIds.length, name: kept.name }),
  failedMessage: ({ kept }, reason) =>
    message("entitlements.notMerged", { name: kept.name, reason }),
});

/** An org's detail: what opens with it, and what leaves its policy. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { deleteInducement } from "#events/calls/orgs.ts";
import { isReportable } from "../../kernel/calls.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { fetchResource } from "../../data/directory/index.ts";
import { deleteInducementCall, fetchOrg } from "../../data/orgs/index.ts";
import { $clientId } from "../../data/session/index.ts";
import {
  askToRemove,
  closeRemoval,
  confirmRemoval,
  failRemoval,
  isAsked,
  isDetailRoute,
  NO_REMOVALS,
  requestRemoval,
} from "./detailRules.ts";

export const retryOrg = createAction(actions.orgRetried);
export const askRemoval = createAction(actions.removalAsked);
export const cancelRemoval = createAction(actions.removalCancelled);
export const confirmRemovalNow = createAction(actions.removalConfirmed);

/** The org and the resource of the open detail screen; null while another screen is open. */
export const $detail = $screen.map((screen) =>
  screen && isDetailRoute(screen.route)
    ? { oid: screen.params.oid ?? "", resourceId: screen.params.resourceId ?? null }
    : null,
);

/** A detail screen opened; what it is about. */
export const detailOpened = sample({
  clock: [onLive(screenOpened), onLive(actions.orgRetried)],
  source: $detail,
  filter: (detail) => detail !== null,
  fn: (detail, { id }) => ({
    oid: detail?.oid ?? "",
    resourceId: detail?.resourceId ?? null,
    id,
  }),
});
sample({
  clock: detailOpened,
  fn: ({ oid, id }) => ({ oid, cause: id }),
  target: fetchOrg,
});
sample({
  clock: detailOpened,
  filter: ({ resourceId }) => resourceId !== null,
  fn: ({ resourceId, id }) => ({ payload: { resourceId: resourceId ?? "" }, cause: id }),
  target: fetchResource,
});

const $removals = createProjection("roleMapping/removals", NO_REMOVALS, (on) => [
  on(actions.removalAsked, askToRemove),
  on(actions.removalCancelled, closeRemoval),
  on(actions.removalConfirmed, (removals, _payload, { id }) => confirmRemoval(removals, id)),
  on(deleteInducement.requested, (removals, _input, envelope) =>
    requestRemoval(removals, envelope),
  ),
  on(deleteInducement.succeeded, (removals, _reply, { cause }) =>
    isAsked(removals, cause) ? closeRemoval(removals) : removals,
  ),
  on(deleteInducement.failed, (removals, failure, { cause }) =>
    failRemoval(removals, failure, cause),
  ),
  on(screenOpened, () => NO_REMOVALS),
]);
/** The newest question. */
export const $removal = $removals.map(({ question }) => question);

sample({
  clock: onLive(actions.removalConfirmed),
  source: { removal: $removal, detail: $detail, clientId: $clientId },
  filter: ({ removal, detail, clientId }, { id }) =>
    removal?.confirmedId === id && detail !== null && clientId !== null,
  fn: ({ removal, detail, clientId }, { id }) => ({
    params: {
      clientId: clientId ?? "",
      oid: detail?.oid ?? "",
      inducementId: removal?.inducementId ?? "",
    },
    cause: id,
  }),
  target: deleteInducementCall.start,
});
sample({
  clock: deleteInducementCall.succeeded,
  source: $removals,
  fn: ({ names }, { cause, id }) =>
    notificationOf(
      "success",
      `${names[cause ?? ""] ?? "The entitlement"} was removed from the policy.`,
      id,
    ),
  target: showNotification,
});
// Nothing asks about it any more.
sample({
  clock: deleteInducementCall.failed,
  source: $removals,
  filter: (removals, { payload, cause }) =>
    payload.status !== 404 && !isAsked(removals, cause) && isReportable(payload),
  fn: ({ names }, { payload, cause, id }) =>
    notificationOf(
      "error",
      `${names[cause ?? ""] ?? "The entitlement"} was not removed: ${sentence(payload.message)}`,
      id,
    ),
  target: showNotification,
});

// Somebody else was quicker: say so, and show the policy as it is now.
export const policyWasOther = sample({
  clock: deleteInducementCall.failed,
  source: { removals: $removals, detail: $detail },
  filter: ({ detail }, { payload }) => payload.status === 404 && detail !== null,
  fn: ({ removals, detail }, { cause, id }) => ({
    name: removals.names[cause ?? ""],
    oid: detail?.oid ?? "",
    id,
  }),
});
sample({
  clock: policyWasOther,
  fn: ({ name, id }) =>
    notificationOf("info", `${name ?? "The entitlement"} was no longer in the policy.`, id),
  target: showNotification,
});
sample({ clock: policyWasOther, fn: ({ oid, id }) => ({ oid, cause: id }), target: fetchOrg });

/** Reviewing an entitlement, adding interim ones, and deleting them. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/entitlements.ts";
import * as calls from "#events/calls/entitlements.ts";
import type { ReviewedEntitlement } from "#events/entities/entitlementReview.ts";
import { message } from "#events/messages/message.ts";
import { checkNewEntitlement, checkReview } from "#events/rules/entitlements.ts";
import { ownersCall } from "../../data/directory/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { $place } from "./listModel.ts";
import { reviewRoute } from "./route.ts";
import { shownName } from "./rules.ts";

export const openReview = createAction(actions.reviewOpened);

/** The reviewed entitlement; null before one was opened. */
export const $reviewed = createProjection<ReviewedEntitlement | null>(
  "entitlements/reviewed",
  null,
  (on) => [
    on(screenOpened, (reviewed, { route }) => (route === reviewRoute.name ? reviewed : null)),
    on(actions.reviewOpened, (_reviewed, { entitlement }) => entitlement),
    on(calls.updateEntitlement.succeeded, (reviewed, { body: { entitlement } }) =>
      reviewed?.id === entitlement.id ? entitlement : reviewed,
    ),
    // After a conflict the version saved elsewhere appears below the draft.
    on(
      calls.getEntitlements.succeeded,
      (reviewed, { body }) =>
        body._embedded.entitlements.find(({ id }) => id === reviewed?.id) ?? reviewed,
    ),
  ],
  { version: 2 },
);

/** The users who may be chosen as owners. */
export const $owners = createQuery("entitlements/owners", {
  call: ownersCall,
  input: $place.map((place) => place && { params: { clientId: place.clientId } }),
  valueOf: ({ body }) => body._embedded.owners,
  emptyOnFailure: true,
});

interface ReviewValues {
  readonly displayName: string;
  readonly description: string;
  readonly ownerId: string;
  readonly position: number | null;
}

const reviewOf = ({ displayName, description, ownerId, position }: ReviewValues) => ({
  displayName: displayName.trim() === "" ? null : displayName.trim(),
  description: description.trim(),
  ownerId: ownerId === "" ? null : ownerId,
  position,
});

const EMPTY = { name: "", displayName: "", description: "", ownerId: "", position: null };

export const newForm = createForm(actions.newEntitlementForm, {
  saved: EMPTY,
  call: createCall(calls.createEntitlement),
  routes: [reviewRoute.name],
  inDialog: true,
  source: $place,
  check: checkNewEntitlement,
  request: ({ name, ...values }, params) => ({
    params,
    body: { name: name.trim(), ...reviewOf(values) },
  }),
  savedMessage: ({ body: { entitlement } }) =>
    message("entitlements.created", { name: shownName(entitlement) }),
  failedMessage: ({ name }, reason) => message("entitlements.notCreated", { name, reason }),
});

export const reviewForm = createForm(actions.reviewForm, {
  saved: $reviewed.map(
    (reviewed) =>
      reviewed && {
        displayName: reviewed.displayName ?? "",
        description: reviewed.description,
        ownerId: reviewed.ownerId ?? "",
        position: reviewed.position,
        excluded: reviewed.excluded,
      },
  ),
  call: createCall(calls.updateEntitlement),
  routes: [reviewRoute.name],
  inDialog: true,
  startsOn: actions.reviewOpened,
  source: combine($place, $reviewed, (place, reviewed) =>
    place !== null && reviewed !== null ? { place, reviewed } : null,
  ),
  check: checkReview,
  request: ({ excluded, ...values }, { place, reviewed: { id, version } }) => ({
    params: { ...place, entitlementId: id },
    body: { ...reviewOf(values), excluded, version },
  }),
  savedMessage: ({ body: { entitlement } }) =>
    message("entitlements.saved", { name: shownName(entitlement) }),
  failedMessage: ({ displayName }, reason) =>
    message("entitlements.notSaved", { name: displayName, reason }),
});
sample({
  clock: onLive(actions.reviewOpened),
  fn: () => ({ open: true }),
  target: reviewForm.toggle,
});

export const deletion = createConfirmation(actions.interimDeletion, {
  call: createCall(calls.deleteEntitlement),
  source: $place,
  request: ({ id }, place) => ({ params: { ...place, entitlementId: id } }),
  doneMessage: ({ name }) => message("entitlements.deleted", { name }),
  failedMessage: ({ name }, reason) => message("entitlements.notDeleted", { name, reason }),
});

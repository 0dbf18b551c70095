/** Refreshing the report resets the builder, so an unapplied selection requires a confirmation. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  refreshAsked,
  refreshDropped,
  refreshHeld,
  refreshWanted,
} from "#events/actions/policyBuilder.ts";
import { $unsaved } from "../../../kernel/navigation.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";

export const openRefreshDialog = createAction(refreshAsked);
/** Continues although the selection is lost. */
export const confirmRefresh = createAction(refreshWanted);
export const dropRefresh = createAction(refreshDropped);
const refresh = createFollowUp(refreshWanted);
const hold = createFollowUp(refreshHeld);

/** Whether the confirmation is open. */
export const $refreshHeld = createProjection("policyBuilder/refreshHeld", false, (on) => [
  on(refreshHeld, () => true),
  on(refreshWanted, () => false),
  on(refreshDropped, () => false),
  on(screenOpened, () => false),
]);

const asked = sample({
  clock: onLive(refreshAsked),
  source: $unsaved,
  fn: (unsaved, { id }) => ({ unsaved, payload: {}, cause: id }),
});
sample({ clock: asked, filter: ({ unsaved }) => unsaved, target: hold });
sample({ clock: asked, filter: ({ unsaved }) => !unsaved, target: refresh });

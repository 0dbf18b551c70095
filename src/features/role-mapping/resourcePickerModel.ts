/** The choice of a resource to build for. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  resourcePickerToggled,
  resourcePickerTyped,
  resourcesRetried,
} from "#events/actions/roleMapping.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { $resources, fetchResources } from "../../data/directory/index.ts";
import { $user } from "../../data/session/index.ts";
import { offersResources, openableResources } from "./detailRules.ts";

export const toggleResourcePicker = createAction(resourcePickerToggled);
export const typeResource = createAction(resourcePickerTyped);
export const retryResources = createAction(resourcesRetried);

export const $resourcePicker = createProjection(
  "roleMapping/resourcePicker",
  { isOpen: false, text: "" },
  (on) => [
    on(resourcePickerToggled, (_state, { open }) => ({ isOpen: open, text: "" })),
    on(resourcePickerTyped, (state, { text }) => ({ ...state, text })),
    on(screenOpened, () => ({ isOpen: false, text: "" })),
  ],
);

export const $offersResources = $user.map(offersResources);
export const $openableResources = combine(
  $resources,
  $user,
  $resourcePicker,
  ({ items }, user, { text }) => openableResources(items, user, text),
);

sample({
  clock: onLive(resourcePickerToggled),
  source: $resources,
  filter: ({ status }, { payload }) =>
    payload.open && status !== "Success" && status !== "InProgress",
  fn: (_resources, { id }) => ({ cause: id }),
  target: fetchResources,
});
sample({
  clock: onLive(resourcesRetried),
  fn: ({ id }) => ({ cause: id }),
  target: fetchResources,
});

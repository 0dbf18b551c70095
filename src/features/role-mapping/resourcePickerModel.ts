/** The resource picker for the builder. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  resourcePickerToggled,
  resourcePickerTyped,
  resourcesRetried,
} from "#events/actions/roleMapping.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
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
  ({ value }, user, { text }) => openableResources(value, user, text),
);

react(
  resourcePickerToggled,
  $resources,
  ({ status, isBusy }, { payload: { open } }) =>
    open && status !== "ready" && !isBusy ? { payload: {} } : null,
  fetchResources,
);
react(resourcesRetried, $resources, () => ({ payload: {} }), fetchResources);

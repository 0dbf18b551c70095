/** The open system. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import { canAddSystems, canUpdateResource } from "#events/rules/permissions.ts";
import { mayChangeOwner } from "#events/rules/systemTasks.ts";
import { ownersCall } from "../../data/directory/index.ts";
import { $clientId, $user } from "../../data/session/index.ts";
import { $openSystem, $systemPlace } from "../../data/systems/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import {
  addResourceRoute,
  SYSTEM_ROUTES,
  SYSTEM_SCREENS,
  toConnectionTest,
  type SystemScreen,
} from "./route.ts";

/** The open screen of a system; null elsewhere. */
export const $systemScreen = $screen.map(
  (screen) => SYSTEM_SCREENS.find((one) => SYSTEM_ROUTES[one].name === screen?.route) ?? null,
);

/** Null while another screen is open. */
export const $place = combine($systemScreen, $systemPlace, (screen, place) =>
  screen === null ? null : place,
);

/** The system while one of some of its screens is open. */
export function placeOn(...screens: readonly SystemScreen[]) {
  return combine($place, $systemScreen, (place, screen) =>
    screen !== null && screens.includes(screen) ? place : null,
  );
}

/** Whether the address points to the test of the connection, which is far below the top of its screen. */
export const $isTestPanelWanted = combine(
  $screen,
  $systemPlace,
  (screen, place) => place !== null && screen?.path === toConnectionTest(place.resourceId),
);

export const retrySystem = createAction(actions.systemRetried);

/** Whether the user may change the open system. */
export const $mayUpdate = combine(
  $user,
  $place,
  (user, place) => user !== null && place !== null && canUpdateResource(user, place.resourceId),
);

/** Whether the user may give the open system another owner. */
export const $mayChangeOwner = combine(
  $user,
  $openSystem,
  (user, { value }) => user !== null && value !== null && mayChangeOwner(user, value),
);

export const $mayCreate = $user.map((user) => user !== null && canAddSystems(user));

/** The users who may be chosen as the owner of a system. */
export const $owners = createQuery("systems/owners", {
  call: ownersCall,
  input: combine($screen, $clientId, (screen, clientId) =>
    clientId !== null &&
    (screen?.route === addResourceRoute.name || screen?.route === SYSTEM_ROUTES.setup.name)
      ? { params: { clientId } }
      : null,
  ),
  valueOf: ({ body }) => body._embedded.owners,
  emptyOnFailure: true,
});

/** The resource whose correlation is open. */
import { combine } from "effector";
import * as actions from "#events/actions/correlation.ts";
import { canUpdateResource } from "#events/rules/permissions.ts";
import { $user } from "../../data/session/index.ts";
import { $systemPlace } from "../../data/systems/index.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { DECISION_CHANGES, getCall, RULE_CHANGES, SIMULATION_CHANGES } from "./calls.ts";
import { addRuleRoute, editRuleRoute, OVERVIEW_ROUTES, type Section } from "./route.ts";
import { sectionIn } from "./rules.ts";

const ROUTES: readonly string[] = [...OVERVIEW_ROUTES, addRuleRoute.name, editRuleRoute.name];

/** Null while another screen is open. */
export const $place = combine($screen, $systemPlace, (screen, place) =>
  screen !== null && ROUTES.includes(screen.route) ? place : null,
);

/** The part of the overview that the address names. */
export const $section = $screen.map((screen): Section => sectionIn(screen?.params));

/** The resource while its overview or a part of it is open. */
export const $overviewPlace = combine($place, $screen, (place, screen) =>
  screen !== null && OVERVIEW_ROUTES.includes(screen.route) ? place : null,
);

/** The rule that the address names. */
export const $rulePlace = combine($place, $screen, (place, screen) => {
  const params = paramsOf(editRuleRoute, screen);
  return place === null || params === null ? null : { ...place, ...params };
});

export const retry = createAction(actions.correlationRetried);

export const $correlation = createQuery("correlation/state", {
  call: getCall,
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.correlationRetried,
    actions.simulationPolled,
    ...RULE_CHANGES,
    ...SIMULATION_CHANGES,
    ...DECISION_CHANGES,
  ],
  options: { version: 5 },
});

/** Whether the user may change the open resource. */
export const $mayUpdate = combine(
  $user,
  $place,
  (user, place) => user !== null && place !== null && canUpdateResource(user, place.resourceId),
);

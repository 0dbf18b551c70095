/** The people whom a plan changes: the plan of the latest import of an HR system, or of the open run. */
import { combine } from "effector";
import { navigated } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systemRuns.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { filled } from "../../kernel/filters.ts";
import { addressChanged } from "../../kernel/latest.ts";
import { createList } from "../../kernel/list.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $hrPlanPlace } from "./hrPreviewModel.ts";
import { manageRoute, previewRoute } from "./route.ts";
import { $planPlace, $run } from "./runsModel.ts";

const $openPlace = combine($planPlace, $run, (place, { value }) =>
  value?.plannedPeople ? place : null,
);

export const peopleList = createList(actions.plannedPeople, {
  call: createCall(calls.listPlannedPeople),
  routes: [previewRoute.name, manageRoute.name],
  inAddress: false,
  source: combine($hrPlanPlace, $openPlace, (latest, open) => latest ?? open),
  request: (params, { contains, kind }) => ({ params, query: filled({ contains, kind }) }),
  itemsOf: ({ _embedded }) => _embedded.people,
  // The address names the run.
  startsOn: [addressChanged],
});

export const openPerson = createAction(actions.plannedPersonOpened);
/** The number of the person who is shown before and after; null if nobody is. */
export const $openPerson = createDialog(
  "systems/openPlannedPerson",
  actions.plannedPersonOpened,
  ({ no }) => no,
  { closesOn: [navigated] },
);

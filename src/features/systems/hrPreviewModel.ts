/** What the next import of an HR system makes of people: its plan waits until a user approves it. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systemRuns.ts";
import { isRunning } from "#events/rules/runs.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { filled } from "../../kernel/filters.ts";
import { createList } from "../../kernel/list.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { listRunsCall, startRunCall } from "./calls.ts";
import { placeOn } from "./place.ts";
import { previewRoute } from "./route.ts";
import { RUN_CHANGES } from "./runsModel.ts";

const $here = combine(placeOn("preview"), $openSystem, (place, { value }) =>
  value?.kind === "hr" ? place : null,
);

/** The latest import, also one that was started elsewhere. */
export const $hrRun = createQuery("systems/hrRun", {
  options: { version: 3 },
  call: listRunsCall,
  input: $here.map((params) => params && { params, query: { size: 1 } }),
  valueOf: ({ body }) => ({ run: body._embedded.runs[0] ?? null }),
  refreshOn: [actions.systemRetried, actions.hrPreviewPolled, ...RUN_CHANGES],
});
const $latest = $hrRun.map(({ value }) => value?.run ?? null);

export const peopleList = createList(actions.plannedPeople, {
  call: createCall(calls.listPlannedPeople),
  routes: [previewRoute.name],
  inAddress: false,
  source: combine($here, $latest, (here, run) =>
    here !== null && run?.plannedPeople ? { ...here, oid: run.oid } : null,
  ),
  request: (params, { contains, kind }) => ({ params, query: filled({ contains, kind }) }),
  itemsOf: ({ _embedded }) => _embedded.people,
});

export const openPerson = createAction(actions.plannedPersonOpened);
/** The number of the person who is shown before and after; null if nobody is. */
export const $openPerson = createDialog(
  "systems/openPlannedPerson",
  actions.plannedPersonOpened,
  ({ no }) => no,
);

export const wantHrPreview = createAction(actions.hrPreviewWanted);
react(
  actions.hrPreviewWanted,
  $here,
  (params) => params && { params, body: { kind: "full" as const, waits: true } },
  startRunCall.start,
);

pollWhile(
  actions.hrPreviewPolled,
  merge<{ readonly id: string }>([listRunsCall.succeeded, listRunsCall.failed]),
  combine($here, $latest, (here, run) => here !== null && isRunning(run)),
);

/** What the next import of an HR system makes of people: its plan waits until a user approves it. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/systems.ts";
import { isRunning } from "#events/rules/runs.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { listRunsCall, startRunCall } from "./calls.ts";
import { placeOn } from "./place.ts";
import { RUN_CHANGES } from "./runsModel.ts";

const $here = combine(placeOn("preview"), $openSystem, (place, { value }) =>
  value?.kind === "hr" ? place : null,
);

/** The latest import, also one that was started elsewhere. */
export const $hrRun = createQuery("systems/hrRun", {
  options: { version: 7 },
  call: listRunsCall,
  input: $here.map((params) => params && { params, query: { size: 1 } }),
  valueOf: ({ body }) => ({ run: body._embedded.runs[0] ?? null }),
  refreshOn: [actions.systemRetried, actions.hrPreviewPolled, ...RUN_CHANGES],
});
const $latest = $hrRun.map(({ value }) => value?.run ?? null);

/** The plan whose people are shown; null if none are. */
export const $hrPlanPlace = combine($here, $latest, (here, run) =>
  here !== null && run?.plannedPeople ? { ...here, oid: run.oid } : null,
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

/** The newest simulation of the open resource: started, cancelled, applied and undone. */
import { combine, merge } from "effector";
import * as actions from "#events/actions/correlation.ts";
import type { Simulation } from "#events/entities/correlation.ts";
import { message } from "#events/messages/message.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { applyCall, cancelCall, getCall, startCall, undoCall } from "./calls.ts";
import { $correlation, $overviewPlace } from "./place.ts";

export const isRunning = ({ status }: Pick<Simulation, "status">): boolean =>
  status === "waiting" || status === "running";

const $simulation = $correlation.map(({ value }) => value?.simulation ?? null);

export const wantSimulation = createAction(actions.simulationWanted);
export const $isStarting = startCall.$status.map((status) => status === "InProgress");
react(
  actions.simulationWanted,
  combine($overviewPlace, $correlation, (params, { value }) =>
    params && value ? { params, body: value.settings } : null,
  ),
  (input) => input,
  startCall.start,
);

export const cancelSimulation = createAction(actions.simulationCancelled);
react(
  actions.simulationCancelled,
  combine($overviewPlace, $simulation, (place, simulation) =>
    place && simulation ? { params: { ...place, oid: simulation.oid } } : null,
  ),
  (input) => input,
  cancelCall.start,
);
notifyFailures([startCall.failed, cancelCall.failed]);

pollWhile(
  actions.simulationPolled,
  merge<{ readonly id: string }>([getCall.succeeded, getCall.failed]),
  combine(
    $overviewPlace,
    $simulation,
    (place, simulation) => place !== null && simulation !== null && isRunning(simulation),
  ),
);

export const application = createConfirmation(actions.application, {
  call: applyCall,
  source: $overviewPlace,
  request: ({ oid }, place) => ({ params: { ...place, oid } }),
  doneMessage: () => message("correlation.applied"),
  failedMessage: (_subject, reason) => message("correlation.notApplied", { reason }),
});

export const reversal = createConfirmation(actions.reversal, {
  call: undoCall,
  source: $overviewPlace,
  request: ({ oid }, place) => ({ params: { ...place, oid } }),
  doneMessage: () => message("correlation.undone"),
  failedMessage: (_subject, reason) => message("correlation.notUndone", { reason }),
});

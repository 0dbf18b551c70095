/** Calls that several models of the feature start. */
import * as calls from "#events/calls/correlation.ts";
import { createCall } from "../../kernel/calls.ts";

export const saveCall = createCall(calls.saveCorrelationRule);
export const putCall = createCall(calls.putCorrelationRule);
export const deleteCall = createCall(calls.deleteCorrelationRule);
export const saveLimitsCall = createCall(calls.saveCorrelationSettings);
export const getCall = createCall(calls.getCorrelation);
export const startCall = createCall(calls.startSimulation);
export const cancelCall = createCall(calls.cancelSimulation);
export const applyCall = createCall(calls.applySimulation);
export const undoCall = createCall(calls.undoSimulation);
export const decideCall = createCall(calls.decideAccount);
export const undoDecisionCall = createCall(calls.undoDecision);

/** After these events the newest simulation is read again. */
export const SIMULATION_CHANGES = [
  calls.startSimulation.succeeded,
  calls.startSimulation.failed,
  calls.cancelSimulation.succeeded,
  calls.cancelSimulation.failed,
  calls.applySimulation.succeeded,
  calls.applySimulation.failed,
  calls.undoSimulation.succeeded,
  calls.undoSimulation.failed,
] as const;

/** After these events results and decisions are read again. */
export const DECISION_CHANGES = [
  calls.decideAccount.succeeded,
  calls.decideAccount.failed,
  calls.undoDecision.succeeded,
  calls.undoDecision.failed,
] as const;

/** After these events the correlation and its rules are read again. */
export const RULE_CHANGES = [
  calls.saveCorrelationRule.succeeded,
  calls.putCorrelationRule.succeeded,
  calls.deleteCorrelationRule.succeeded,
  calls.saveCorrelationSettings.succeeded,
  // After a conflict the state saved elsewhere appears.
  calls.putCorrelationRule.failed,
  calls.deleteCorrelationRule.failed,
] as const;

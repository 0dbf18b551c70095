/** Calls that several models of the feature start. */
import { approveRun, cancelRun, rejectRun, startRun, undoRun } from "#events/calls/systemRuns.ts";
import { finishAuthorization } from "#events/calls/connectors.ts";
import { attestTask, createTask, withdrawTask } from "#events/calls/systemTasks.ts";
import * as calls from "#events/calls/systems.ts";
import { createCall } from "../../kernel/calls.ts";

export const createSystemCall = createCall(calls.createSystem);
export const saveSetupCall = createCall(calls.saveSystemSetup);
export const saveConfigurationCall = createCall(calls.saveConfiguration);
export const testCall = createCall(calls.testIntegration);
export const saveActivationCall = createCall(calls.saveActivationSettings);
export const publishCall = createCall(calls.publishSystem);
export const confirmCall = createCall(calls.confirmIntegration);
export const pauseCall = createCall(calls.pauseSystem);
export const deleteCall = createCall(calls.deleteSystem);

/** Their answers are the changed system. */
export const SYSTEM_ANSWERS = [
  calls.saveSystemSetup,
  calls.publishSystem,
  calls.confirmIntegration,
  calls.pauseSystem,
] as const;

/** After these events the open system is read again. */
export const SYSTEM_CHANGES = [
  finishAuthorization.succeeded,
  calls.saveConfiguration.succeeded,
  calls.testIntegration.succeeded,
  calls.saveImportSettings.succeeded,
  calls.saveActivationSettings.succeeded,
  startRun.succeeded,
  createTask.succeeded,
  attestTask.succeeded,
  withdrawTask.succeeded,
  approveRun.succeeded,
  rejectRun.succeeded,
  cancelRun.succeeded,
  undoRun.succeeded,
  // After a conflict the state saved elsewhere appears.
  calls.saveSystemSetup.failed,
  calls.publishSystem.failed,
  calls.confirmIntegration.failed,
  calls.pauseSystem.failed,
];

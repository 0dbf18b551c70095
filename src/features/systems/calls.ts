/** Calls that several models of the feature start. */
import * as runCalls from "#events/calls/systemRuns.ts";
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
export const startRunCall = createCall(runCalls.startRun);
export const listRunsCall = createCall(runCalls.listRuns);

/** The system whose screen is open: one of its own, or one of its mappings, correlation or entitlements. */
import { combine } from "effector";
import { mappingsRetried } from "#events/actions/mappings.ts";
import { systemRetried } from "#events/actions/systems.ts";
import { finishAuthorization } from "#events/calls/connectors.ts";
import { createMapping, deleteMapping, updateMapping } from "#events/calls/mappings.ts";
import { retryProvisionPreview } from "#events/calls/provisioning.ts";
import {
  approveRun,
  cancelRun,
  getRun,
  rejectRun,
  startRun,
  undoRun,
} from "#events/calls/systemRuns.ts";
import * as calls from "#events/calls/systems.ts";
import { attestTask, createTask, withdrawTask } from "#events/calls/systemTasks.ts";
import { $clientId } from "../session/index.ts";
import { systemCall } from "./model.ts";
import { $screen } from "../../kernel/navigation.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createQuery } from "../../kernel/query.ts";

/** Every address of a resource but its role mapping, which imported resources have as well. */
const SYSTEM_PATH = /^\/resources\/[^/]+\/(?!role-mapping)/;

/** Their answers are the changed system. */
const ANSWERS = [
  calls.saveSystemSetup,
  calls.publishSystem,
  calls.confirmIntegration,
  calls.pauseSystem,
] as const;

/** After these events the open system is read again. */
const CHANGES = [
  systemRetried,
  mappingsRetried,
  getRun.succeeded,
  createMapping.succeeded,
  updateMapping.succeeded,
  deleteMapping.succeeded,
  finishAuthorization.succeeded,
  calls.saveConfiguration.succeeded,
  calls.testIntegration.succeeded,
  calls.saveImportSettings.succeeded,
  calls.saveActivationSettings.succeeded,
  retryProvisionPreview.succeeded,
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

/** Null while a screen of no system is open. */
export const $systemPlace = combine($screen, $clientId, (screen, clientId) => {
  if (screen === null || clientId === null || !SYSTEM_PATH.test(screen.path)) return null;
  const { resourceId } = screen.params;
  return resourceId === undefined ? null : { clientId, resourceId };
});

export const $openSystem = createQuery("systems/system", {
  call: systemCall,
  input: $systemPlace.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: CHANGES,
  changes: (on) =>
    ANSWERS.map(({ succeeded }) =>
      on(succeeded, (system, { body }) => (body.id === system.id ? body : system)),
    ),
  options: { version: 8 },
});

nameParam(
  "resourceId",
  $openSystem.map(({ value }) => value?.name ?? null),
);

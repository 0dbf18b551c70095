/** The connection of the open system: its configuration with secrets, its test, and what the system stores. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import { finishAuthorization } from "#events/calls/connectors.ts";
import * as calls from "#events/calls/systems.ts";
import type { TestOutcome } from "#events/entities/connector.ts";
import { message } from "#events/messages/message.ts";
import { validateConfiguration } from "#events/rules/systems.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { saveConfigurationCall, testCall } from "./calls.ts";
import { formValuesOf, sentValues, setSecretsAfter, valuesOf } from "./configurationRules.ts";
import { $place, placeOn } from "./place.ts";
import { configurationRoute } from "./route.ts";
import { screenOpened } from "#events/actions/app.ts";

export const test = createAction(actions.testWanted);
export const discover = createAction(actions.discoveryWanted);

const $here = placeOn("configuration", "confirm");

export const $configuration = createQuery("systems/savedConfiguration", {
  call: createCall(calls.getConfiguration),
  input: $here.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.systemRetried,
    calls.saveConfiguration.failed,
    calls.saveImportSettings.succeeded,
    finishAuthorization.succeeded,
  ],
  changes: (on) => [
    on(calls.saveConfiguration.succeeded, (saved, { body }) =>
      body.resourceId === saved.resourceId ? body : saved,
    ),
  ],
  options: { version: 5 },
});

/** Whether the saved configuration is complete; null until it is known. */
export const $isConfigured = $configuration.map(
  ({ value }) =>
    value &&
    Object.keys(
      validateConfiguration(
        value.fields,
        valuesOf(formValuesOf(value)),
        setSecretsAfter(value, {}),
      ),
    ).length === 0,
);

/** What the browser sent as a file is chosen by its id before it is saved. */
export const configurationForm = createForm(actions.configurationForm, {
  saved: $configuration.map(({ value }) => value && formValuesOf(value)),
  call: saveConfigurationCall,
  routes: [configurationRoute.name],
  // A secret alone is a change, too, and required fields may all have their initial values.
  onlyChanges: false,
  source: combine($place, $configuration, (params, { value }) =>
    params && value ? { params, configuration: value } : null,
  ),
  check: (values, { configuration }, secrets) =>
    validateConfiguration(
      configuration.fields,
      { ...valuesOf(values), ...secrets },
      setSecretsAfter(configuration, secrets),
    ),
  request: (values, { params, configuration }, _saved, secrets) => ({
    params,
    body: {
      values: sentValues(configuration, values),
      secrets: Object.entries(secrets).map(([fieldId, value]) => ({ fieldId, value })),
      version: configuration.version,
    },
  }),
  fieldOf: (path) => path.replace(/^\/body\/values\//, ""),
  savedMessage: () => message("systems.configurationSaved"),
  failedMessage: (_values, reason) => message("systems.configurationNotSaved", { reason }),
});

/** A test that waits until the form is saved, because the saved configuration was incomplete. */
interface TestAfterSave {
  /** The next submission is that of the test's button. */
  readonly isWanted: boolean;
  readonly submissionId: string | null;
  readonly saveId: string | null;
}

const $testAfterSave = createProjection<TestAfterSave>(
  "systems/testAfterSave",
  { isWanted: false, submissionId: null, saveId: null },
  (on) => [
    on(actions.testWanted, (state) => ({ ...state, isWanted: true })),
    on(actions.configurationForm.submitted, ({ isWanted, saveId }, _secrets, { id }) => ({
      isWanted: false,
      submissionId: isWanted ? id : null,
      saveId,
    })),
    on(calls.saveConfiguration.requested, (state, _input, { id, cause }) => ({
      ...state,
      saveId: cause !== null && cause === state.submissionId ? id : null,
    })),
    // The saved configuration was complete.
    on(calls.testIntegration.requested, (state) => ({ ...state, isWanted: false })),
    on(screenOpened, (state) => ({ ...state, isWanted: false })),
  ],
);
react(
  actions.testWanted,
  combine($here, $isConfigured, (params, isConfigured) => (isConfigured === false ? null : params)),
  (params) => params && { params },
  testCall.start,
);
react(
  saveConfigurationCall.succeeded,
  combine($here, $testAfterSave, (params, { saveId }) => params && { params, saveId }),
  (here, { payload: { body }, cause }) =>
    here !== null &&
    here.saveId !== null &&
    here.saveId === cause &&
    body.resourceId === here.params.resourceId
      ? { params: here.params }
      : null,
  testCall.start,
);

const refreshCall = createCall(calls.refreshSystem);
export const $isDiscovering = refreshCall.$status.map((status) => status === "InProgress");
export const $isTesting = testCall.$status.map((status) => status === "InProgress");
/** Why no test or no discovery took place; null if it did. */
export const $refusal = combine(
  testCall.$request,
  refreshCall.$request,
  (tested, discovered) => tested.failure ?? discovered.failure,
);

react(actions.discoveryWanted, $here, (params) => params && { params }, refreshCall.start);
// A system that answers tells what it stores, which the import settings choose from.
react(
  testCall.succeeded,
  $here,
  (params, { payload: { body } }) => (params && body.failure === null ? { params } : null),
  refreshCall.start,
);
react(
  refreshCall.succeeded,
  $here,
  (_here, { payload: { body }, id }) =>
    body.failure === null
      ? notificationOf(
          "success",
          message("systems.discovered", { count: body.objectClasses?.length ?? 0 }),
          id,
        )
      : null,
  showNotification,
);

/** Why the newest discovery failed; null if it did not. */
export const $discoveryFailure = createProjection<TestOutcome["failure"]>(
  "systems/discoveryFailure",
  null,
  (on) => [
    on(screenOpened, () => null),
    on(calls.refreshSystem.requested, () => null),
    on(calls.refreshSystem.succeeded, (_failure, { body }) => body.failure),
  ],
  { version: 4 },
);

export const $objectClasses = createQuery("systems/objectClasses", {
  options: { version: 4 },
  call: createCall(calls.listObjectClasses),
  input: placeOn("configuration", "confirm", "activation").map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.systemRetried, calls.refreshSystem.succeeded],
});

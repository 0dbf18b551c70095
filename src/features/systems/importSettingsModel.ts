/** How the open system is read: owners, people, exclusions, schedule and safety gates. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systems.ts";
import { message } from "#events/messages/message.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createQuery } from "../../kernel/query.ts";
import {
  $openSystem,
  importSettingsCall,
  saveImportSettingsCall,
} from "../../data/systems/index.ts";
import { checkImportForm, fieldOfSetting, importFormOf, settingsOf } from "./importSettings.ts";
import { $place, placeOn } from "./place.ts";
import { configurationRoute } from "./route.ts";

export const $importSettings = createQuery("systems/savedImportSettings", {
  options: { version: 5 },
  call: importSettingsCall,
  input: placeOn("configuration").map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.systemRetried,
    calls.saveImportSettings.failed,
    // They have the version of the system.
    calls.saveConfiguration.succeeded,
  ],
  changes: (on) => [on(calls.saveImportSettings.succeeded, (_saved, { body }) => body)],
});

export const importSettingsForm = createForm(actions.importSettingsForm, {
  options: { version: 5 },
  saved: $importSettings.map(({ value }) => value && importFormOf(value.settings)),
  call: saveImportSettingsCall,
  routes: [configurationRoute.name],
  source: combine($place, $importSettings, $openSystem, (params, { value }, { value: system }) =>
    params && value && system
      ? { params, version: value.version, isHr: system.kind === "hr" }
      : null,
  ),
  check: (values, { isHr }) => checkImportForm(values, isHr),
  request: (values, { params, version, isHr }) => ({
    params,
    body: { settings: settingsOf(values, isHr), version },
  }),
  fieldOf: fieldOfSetting,
  savedMessage: () => message("systems.importSettingsSaved"),
  failedMessage: (_values, reason) => message("systems.importSettingsNotSaved", { reason }),
});

/** Adding a pattern of excluded entitlements to the import settings of the open resource. */
import { combine } from "effector";
import * as actions from "#events/actions/entitlements.ts";
import { saveImportSettings } from "#events/calls/systems.ts";
import { message } from "#events/messages/message.ts";
import { checkSettingText } from "#events/rules/systems.ts";
import { importSettingsCall, saveImportSettingsCall } from "../../data/systems/index.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { screenOpened } from "#events/actions/app.ts";
import { $place } from "./listModel.ts";
import { reviewRoute } from "./route.ts";

/** Whether the form was opened on this screen: only then are the settings needed. */
const $isWanted = createProjection("entitlements/wantsSettings", false, (on) => [
  on(screenOpened, (isWanted, { route }) => isWanted && route === reviewRoute.name),
  on(actions.patternForm.toggled, (isWanted, { open }) => isWanted || open),
]);

/** Fails for a resource that is not connected to a system. */
export const $settings = createQuery("entitlements/importSettings", {
  options: { version: 4 },
  call: importSettingsCall,
  input: combine($place, $isWanted, (params, isWanted) =>
    params !== null && isWanted ? { params } : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [saveImportSettings.failed],
  changes: (on) => [on(saveImportSettings.succeeded, (_settings, { body }) => body)],
});

export const patternForm = createForm(actions.patternForm, {
  saved: { pattern: "" },
  call: saveImportSettingsCall,
  routes: [reviewRoute.name],
  inDialog: true,
  source: combine($place, $settings, (params, { value }) =>
    params && value ? { params, ...value } : null,
  ),
  check: ({ pattern }, { settings }) => ({
    pattern:
      checkSettingText(pattern.trim()) ??
      (settings.excludedEntitlements.includes(pattern.trim())
        ? message("entitlements.patternKnown")
        : null),
  }),
  request: ({ pattern }, { params, settings, version }) => ({
    params,
    body: {
      settings: {
        ...settings,
        excludedEntitlements: [...settings.excludedEntitlements, pattern.trim()],
      },
      version,
    },
  }),
  savedMessage: ({ body: { settings } }) =>
    message("entitlements.patternSaved", { pattern: settings.excludedEntitlements.at(-1) ?? "" }),
  failedMessage: ({ pattern }, reason) =>
    message("entitlements.patternNotSaved", { pattern, reason }),
});

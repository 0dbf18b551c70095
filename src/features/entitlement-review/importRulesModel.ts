/** The rules of the import settings that include and exclude entitlements of the open resource. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/entitlements.ts";
import * as calls from "#events/calls/entitlements.ts";
import { saveImportSettings } from "#events/calls/systems.ts";
import type { EntitlementRules } from "#events/entities/entitlementReview.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { checkSettingTexts, linesOf } from "#events/rules/systems.ts";
import { importSettingsCall, saveImportSettingsCall } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { settleWhenStill } from "../../kernel/debounce.ts";
import { SEARCH_DELAY } from "../../kernel/list.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $place } from "./listModel.ts";
import { reviewRoute } from "./route.ts";

/** Whether the form was opened on this screen: only then are the settings needed. */
const $isWanted = createProjection("entitlements/wantsSettings", false, (on) => [
  on(screenOpened, (isWanted, { route }) => isWanted && route === reviewRoute.name),
  on(actions.importRulesForm.toggled, (isWanted, { open }) => isWanted || open),
]);

/** Fails for a resource that is not connected to a system. */
export const $settings = createQuery("entitlements/importSettings", {
  options: { version: 5 },
  call: importSettingsCall,
  input: combine($place, $isWanted, (params, isWanted) =>
    params !== null && isWanted ? { params } : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [saveImportSettings.failed],
  changes: (on) => [on(saveImportSettings.succeeded, (_settings, { body }) => body)],
});

interface Texts {
  readonly included: string;
  readonly excluded: string;
}
const NO_RULES: Texts = { included: "", excluded: "" };

function textsOf({ includedEntitlements = [], excludedEntitlements }: ImportSettings): Texts {
  return {
    included: includedEntitlements.join("\n"),
    excluded: excludedEntitlements.join("\n"),
  };
}

const rulesOf = ({ included, excluded }: Texts): EntitlementRules => ({
  included: linesOf(included),
  excluded: linesOf(excluded),
});

export const importRulesForm = createForm(actions.importRulesForm, {
  saved: $settings.map(({ value }) => (value === null ? NO_RULES : textsOf(value.settings))),
  call: saveImportSettingsCall,
  routes: [reviewRoute.name],
  inDialog: true,
  source: combine($place, $settings, (params, { value }) =>
    params && value ? { params, ...value } : null,
  ),
  check: (values) => {
    const { included, excluded } = rulesOf(values);
    return { included: checkSettingTexts(included), excluded: checkSettingTexts(excluded) };
  },
  request: (values, { params, settings, version }) => {
    const { included, excluded } = rulesOf(values);
    return {
      params,
      body: {
        settings: {
          ...settings,
          includedEntitlements: included,
          excludedEntitlements: excluded,
        },
        version,
      },
    };
  },
  fieldOf: (path) => (path.includes("/includedEntitlements") ? "included" : "excluded"),
  savedMessage: () => message("entitlements.rulesSaved"),
  failedMessage: (_values, reason) => message("entitlements.rulesNotSaved", { reason }),
});

interface Settled {
  /** Null: nothing was typed. */
  readonly texts: Texts | null;
  /** The newest change that is not previewed yet. */
  readonly pendingId: string | null;
}
const NOT_TYPED: Settled = { texts: null, pendingId: null };

const $settled = createProjection<Settled>("entitlements/settledRules", NOT_TYPED, (on) => [
  on(actions.importRulesForm.toggled, () => NOT_TYPED),
  on(actions.importRulesForm.changed, (state, _values, { id }) => ({ ...state, pendingId: id })),
  on(actions.importRulesSettled, (_state, texts) => ({ texts, pendingId: null })),
]);
settleWhenStill({
  tag: "entitlements:rules:",
  changed: [actions.importRulesForm.changed],
  $state: combine(importRulesForm.$view, $settled, (view, { pendingId }) => ({ view, pendingId })),
  delay: SEARCH_DELAY,
  payloadOf: ({ view }) => view && view.values,
  settle: createFollowUp(actions.importRulesSettled),
});

/** What the rules cover: the kept draft or the saved rules at first, and typed rules once they settle. */
export const $rulesPreview = createQuery("entitlements/rulesPreview", {
  call: createCall(calls.previewRules),
  input: combine(
    $place,
    $settings,
    $settled,
    importRulesForm.$view,
    (params, { value }, { texts, pendingId }, view) => {
      if (params === null || value === null || !view?.isOpen) return null;
      const shown = texts ?? (pendingId === null ? view.values : view.saved);
      return { params, body: rulesOf(shown) };
    },
  ),
  valueOf: ({ body }) => body,
  refreshOn: [],
});

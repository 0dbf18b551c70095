/** Rules that leave out accounts of the open system, and the accounts that the last import left out. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/excludedAccounts.ts";
import { saveImportSettings } from "#events/calls/systems.ts";
import type { AccountExclusion } from "#events/entities/system.ts";
import { message } from "#events/messages/message.ts";
import { checkSettingText } from "#events/rules/systems.ts";
import { $openSystem, saveImportSettingsCall } from "../../data/systems/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { settleWhenStill } from "../../kernel/debounce.ts";
import { createList, SEARCH_DELAY } from "../../kernel/list.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $importSettings } from "./importSettingsModel.ts";
import { placeOn } from "./place.ts";
import { configurationRoute } from "./route.ts";
import { exclusionText } from "./settingTexts.ts";

/** Null for an HR system, which has people. */
const $here = combine(placeOn("configuration"), $openSystem, (place, { value: system }) =>
  system === null || system.kind === "hr" ? null : place,
);
export const $hasExclusions = $here.map((place) => place !== null);

const $source = combine($here, $importSettings, (params, { value }) =>
  params && value ? { params, ...value } : null,
);
export const $exclusions = $importSettings.map(
  ({ value }) => value && (value.settings.excludedAccounts ?? []),
);

function ruleOf({ attribute, pattern }: { attribute: string; pattern: string }): AccountExclusion {
  return { attribute: attribute === "" ? null : attribute, pattern: pattern.trim() };
}

const keyOf = ({ attribute, pattern }: AccountExclusion) =>
  JSON.stringify([attribute, pattern.toLowerCase()]);

export const exclusionForm = createForm(actions.exclusionForm, {
  saved: { attribute: "", pattern: "" },
  call: saveImportSettingsCall,
  routes: [configurationRoute.name],
  inDialog: true,
  source: $source,
  check: (values, { settings: { excludedAccounts = [] } }) => {
    const rule = ruleOf(values);
    const isKnown = excludedAccounts.some((one) => keyOf(one) === keyOf(rule));
    return {
      pattern:
        checkSettingText(rule.pattern) ?? (isKnown ? message("systems.exclusionKnown") : null),
    };
  },
  request: (values, { params, settings, version }) => ({
    params,
    body: {
      settings: {
        ...settings,
        excludedAccounts: [...(settings.excludedAccounts ?? []), ruleOf(values)],
      },
      version,
    },
  }),
  fieldOf: (path) => (path.endsWith("/attribute") ? "attribute" : "pattern"),
  savedMessage: ({ body: { settings } }) => {
    const rule = settings.excludedAccounts?.at(-1);
    return message("systems.exclusionSaved", { rule: rule ? exclusionText(rule) : "" });
  },
  failedMessage: (values, reason) =>
    message("systems.exclusionNotSaved", { rule: exclusionText(ruleOf(values)), reason }),
});

export const exclusionRemoval = createConfirmation(actions.exclusionRemoval, {
  call: saveImportSettingsCall,
  source: $source,
  request: (rule, { params, settings, version }) => ({
    params,
    body: {
      settings: {
        ...settings,
        excludedAccounts: (settings.excludedAccounts ?? []).filter(
          (one) => keyOf(one) !== keyOf(rule),
        ),
      },
      version,
    },
  }),
  doneMessage: (rule) => message("systems.exclusionRemoved", { rule: exclusionText(rule) }),
  failedMessage: (rule, reason) =>
    message("systems.exclusionNotRemoved", { rule: exclusionText(rule), reason }),
});

interface Settled {
  /** Null: nothing was typed. */
  readonly rule: AccountExclusion | null;
  /** The newest change that is not previewed yet. */
  readonly pendingId: string | null;
}
const NOT_TYPED: Settled = { rule: null, pendingId: null };

const $settled = createProjection<Settled>("systems/settledExclusion", NOT_TYPED, (on) => [
  on(actions.exclusionForm.toggled, () => NOT_TYPED),
  on(actions.exclusionForm.changed, (state, _values, { id }) => ({ ...state, pendingId: id })),
  on(actions.exclusionSettled, (_state, values) => ({ rule: ruleOf(values), pendingId: null })),
]);
settleWhenStill({
  tag: "systems:exclusion:",
  changed: [actions.exclusionForm.changed],
  $state: combine(exclusionForm.$view, $settled, (view, { pendingId }) => ({ view, pendingId })),
  delay: SEARCH_DELAY,
  payloadOf: ({ view }) => view && view.values,
  settle: createFollowUp(actions.exclusionSettled),
});

/** Which accounts the typed rule, or the one that is about to be removed, leaves out. */
const $previewed = combine(
  $settled,
  exclusionForm.$view,
  exclusionRemoval.$view,
  ({ rule }, form, removal) => (form?.isOpen ? rule : removal.isOpen ? removal.subject : null),
);
export const $exclusionPreview = createQuery("systems/exclusionPreview", {
  call: createCall(calls.previewExclusion),
  input: combine($here, $previewed, (params, rule) =>
    params === null || rule === null || rule.pattern === ""
      ? null
      : {
          params,
          query: {
            ...(rule.attribute !== null && { attribute: rule.attribute }),
            pattern: rule.pattern,
          },
        },
  ),
  valueOf: ({ body }) => body,
  refreshOn: [],
});

export const excludedList = createList(actions.excludedList, {
  call: createCall(calls.listExcludedAccounts),
  routes: [configurationRoute.name],
  inAddress: false,
  source: $here,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.accounts,
  refreshOn: [actions.systemRetried, saveImportSettings.succeeded],
});

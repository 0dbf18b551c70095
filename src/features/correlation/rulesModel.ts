/** The rules of the open resource: listed, added, changed and deleted. */
import { combine } from "effector";
import * as actions from "#events/actions/correlation.ts";
import * as calls from "#events/calls/correlation.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { deleteCall, putCall, RULE_CHANGES, saveCall } from "./calls.ts";
import { $correlation, $overviewPlace, $place, $rulePlace } from "./place.ts";
import { addRuleRoute, editRuleRoute, toCorrelation } from "./route.ts";
import { checkRuleForm, contentOf, NEW_RULE, ruleFormOf } from "./rules.ts";

export const $rules = createQuery("correlation/rules", {
  call: createCall(calls.listCorrelationRules),
  input: $overviewPlace.map((params) => params && { params }),
  valueOf: ({ body }) => body._embedded.correlationRules,
  refreshOn: [actions.correlationRetried, ...RULE_CHANGES],
});

export const $rule = createQuery("correlation/openRule", {
  call: createCall(calls.getCorrelationRule),
  input: $rulePlace.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.correlationRetried, calls.putCorrelationRule.failed],
  changes: (on) => [on(calls.putCorrelationRule.succeeded, (_rule, { body }) => body)],
});

const $known = $correlation.map(({ value }) => value && value.attributes);
const fieldOf = (path: string) => path.replace(/^\/body\//, "").replace(/\/.*$/, "");

export const newRuleForm = createForm(actions.newRuleForm, {
  saved: NEW_RULE,
  call: saveCall,
  routes: [addRuleRoute.name],
  source: combine($place, $known, (params, known) => params && known && { params, known }),
  check: (values, { known }) => checkRuleForm(values, known),
  request: (values, { params }) => ({ params, body: contentOf(values) }),
  fieldOf,
  savedMessage: () => message("correlation.ruleAdded"),
  failedMessage: (_values, reason) => message("correlation.ruleNotSaved", { reason }),
});

export const ruleForm = createForm(actions.ruleForm, {
  saved: $rule.map(({ value }) => value && ruleFormOf(value)),
  call: putCall,
  routes: [editRuleRoute.name],
  source: combine($rulePlace, $rule, $known, (params, { value }, known) =>
    params && value && known ? { params, known, version: value.version } : null,
  ),
  check: (values, { known }) => checkRuleForm(values, known),
  request: (values, { params, version }) => ({ params, body: { ...contentOf(values), version } }),
  fieldOf,
  savedMessage: () => message("correlation.ruleSaved"),
  failedMessage: (_values, reason) => message("correlation.ruleNotSaved", { reason }),
});

// The list shows the new rule.
react(
  saveCall.succeeded,
  $place,
  (place, { payload: { body } }) =>
    place?.resourceId === body.resourceId
      ? { path: toCorrelation(body.resourceId), saved: true }
      : null,
  navigateTo,
);

export const ruleDeletion = createConfirmation(actions.ruleDeletion, {
  call: deleteCall,
  source: $place,
  request: ({ id, version }, place) => ({
    params: { ...place, correlationRuleId: id },
    query: { version },
  }),
  doneMessage: () => message("correlation.ruleDeleted"),
  failedMessage: (_subject, reason) => message("correlation.ruleNotDeleted", { reason }),
});

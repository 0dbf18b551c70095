/** Calls that several models of the feature start. */
import * as calls from "#events/calls/correlation.ts";
import { createCall } from "../../kernel/calls.ts";

export const saveCall = createCall(calls.saveCorrelationRule);
export const putCall = createCall(calls.putCorrelationRule);
export const deleteCall = createCall(calls.deleteCorrelationRule);

/** After these events the correlation and its rules are read again. */
export const RULE_CHANGES = [
  calls.saveCorrelationRule.succeeded,
  calls.putCorrelationRule.succeeded,
  calls.deleteCorrelationRule.succeeded,
  // After a conflict the state saved elsewhere appears.
  calls.putCorrelationRule.failed,
  calls.deleteCorrelationRule.failed,
] as const;

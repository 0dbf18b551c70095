/** The errors of the newest request of each kind; null if it did not fail. */
import * as calls from "#events/calls/correlation.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { Message } from "#events/kernel/message.ts";
import { errorOfGet, errorsOf } from "#events/rules/correlation.ts";
import { createProjection, type Step } from "../../kernel/projection.ts";

interface Errors {
  readonly get: Message | null;
  readonly save: readonly Message[] | null;
  readonly delete: readonly Message[] | null;
  readonly put: Message | null;
}

const NO_ERRORS: Errors = { get: null, save: null, delete: null, put: null };
const GETS = [calls.getCorrelation, calls.listCorrelationRules, calls.getCorrelationRule] as const;

export const $errors = createProjection<Errors>("correlation/errors", NO_ERRORS, (on) => [
  ...GETS.flatMap(({ requested, failed }): Step<Errors>[] => [
    { type: requested.type, evolve: (errors) => ({ ...errors, get: null }) },
    {
      type: failed.type,
      evolve: (errors, { payload }) => ({ ...errors, get: errorOfGet(payload as Failure) }),
    },
  ]),
  on(calls.saveCorrelationRule.requested, (errors) => ({ ...errors, save: null })),
  on(calls.saveCorrelationRule.failed, (errors, failure) => ({
    ...errors,
    save: errorsOf(failure),
  })),
  on(calls.deleteCorrelationRule.requested, (errors) => ({ ...errors, delete: null })),
  on(calls.deleteCorrelationRule.failed, (errors, failure) => ({
    ...errors,
    delete: errorsOf(failure),
  })),
  on(calls.putCorrelationRule.requested, (errors) => ({ ...errors, put: null })),
  on(calls.putCorrelationRule.failed, (errors, { reason }) => ({ ...errors, put: reason })),
]);

/** Changing for which period the org's policy grants an entitlement. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { setInducementPeriod } from "#events/calls/orgs.ts";
import { message } from "#events/messages/message.ts";
import { checkPeriod } from "#events/rules/accessRoles.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { periodOf } from "../../panels/periods/periods.ts";
import { $detail, DETAIL_ROUTES } from "./place.ts";

type PeriodSubject = Parameters<typeof actions.periodOpened>[0]["subject"];

export const openPeriod = createAction(actions.periodOpened);

/** The entitlement whose period is edited. */
export const $periodSubject = createProjection<PeriodSubject>(
  "roleMapping/periodSubject",
  null,
  (on) => [
    on(actions.periodOpened, (_subject, { subject }) => subject),
    on(setInducementPeriod.succeeded, () => null),
    on(screenOpened, () => null),
  ],
);

export const periodForm = createForm(actions.periodForm, {
  saved: $periodSubject.map((subject) => ({
    from: subject?.from ?? "",
    until: subject?.until ?? "",
  })),
  call: createCall(setInducementPeriod),
  routes: DETAIL_ROUTES,
  inDialog: true,
  onlyChanges: true,
  source: combine(
    $detail,
    $periodSubject,
    (detail, subject) => detail && subject && { detail, subject },
  ),
  check: ({ from, until }) => ({ until: checkPeriod(periodOf(from, until)) }),
  request: ({ from, until }, { detail: { clientId, oid }, subject: { inducementId } }) => ({
    params: { clientId, oid, inducementId },
    body: periodOf(from, until),
  }),
  savedMessage: ({ body: { name } }) => message("policies.periodChanged", { name }),
  failedMessage: (_values, reason) => message("policies.periodNotChanged", { reason }),
});
// Each entitlement has a draft of its own.
sample({ clock: onLive(actions.periodOpened), fn: () => ({}), target: periodForm.discard });

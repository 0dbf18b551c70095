/** Changing for which period the org's policy grants an entitlement. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { listInducements, setInducementPeriod } from "#events/calls/orgs.ts";
import type { Inducement } from "#events/entities/org.ts";
import { message } from "#events/messages/message.ts";
import { daysOf } from "#events/rules/periods.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { checkDays, periodOf, savedDays } from "../../panels/periods/periods.ts";
import { $detail, DETAIL_ROUTES } from "./place.ts";

type PeriodSubject = Parameters<typeof actions.periodOpened>[0]["subject"];

export function periodSubject({
  id,
  name,
  validFrom = null,
  validUntil = null,
}: Inducement): NonNullable<PeriodSubject> {
  const period = { validFrom, validUntil };
  return { inducementId: id, name, ...daysOf(period), period };
}

export const openPeriod = createAction(actions.periodOpened);

/** The entitlement whose period is edited. */
export const $periodSubject = createProjection<PeriodSubject>(
  "roleMapping/periodSubject",
  null,
  (on) => [
    on(actions.periodOpened, (_subject, { subject }) => subject),
    // After somebody else changed it, the form shows the current period.
    on(listInducements.succeeded, (subject, { body }) => {
      const found = body._embedded.inducements.find(({ id }) => id === subject?.inducementId);
      return found ? periodSubject(found) : subject;
    }),
    on(setInducementPeriod.succeeded, () => null),
    on(screenOpened, () => null),
  ],
  { version: 2 },
);

export const periodForm = createForm(actions.periodForm, {
  saved: $periodSubject.map(savedDays),
  call: createCall(setInducementPeriod),
  routes: DETAIL_ROUTES,
  inDialog: true,
  startsOn: actions.periodOpened,
  onlyChanges: true,
  source: combine(
    $detail,
    $periodSubject,
    (detail, subject) => detail && subject && { detail, subject },
  ),
  check: checkDays,
  request: ({ from, until }, { detail: { clientId, oid }, subject }) => ({
    params: { clientId, oid, inducementId: subject.inducementId },
    body: {
      ...periodOf(from, until),
      expected: subject.period ?? periodOf(subject.from, subject.until),
    },
  }),
  savedMessage: ({ body: { name } }) => message("policies.periodChanged", { name }),
  failedMessage: (_values, reason) => message("policies.periodNotChanged", { reason }),
});

/** The forms that request a report and schedule one. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/reports.ts";
import * as calls from "#events/calls/reports.ts";
import { message } from "#events/messages/message.ts";
import {
  checkEntitlement,
  checkPeriod,
  hasEntitlement,
  hasOrg,
  hasPeriod,
  hasResource,
} from "#events/rules/reports.ts";
import { DAY_MS, dayOf } from "#events/rules/time.ts";
import { entitlementsCall, fetchResources } from "../../data/directory/index.ts";
import { ORG_CHOICES } from "../../data/orgs/index.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $seenClient } from "./listModel.ts";
import { reportsRoute, toReport } from "./route.ts";

const routes = [reportsRoute.name];
/** The period that the form proposes, in milliseconds. */
const PERIOD = 30 * DAY_MS;

const NEW_SCOPE = {
  kind: "outsidePolicy" as const,
  orgOid: "",
  orgName: "",
  resourceId: "",
  roleOid: "",
  entitlementName: "",
};

/** What the form is about, without what its kind does not have. */
function scopeOf({
  kind,
  orgOid,
  resourceId,
  roleOid,
}: {
  readonly kind: Parameters<typeof hasOrg>[0];
  readonly orgOid: string;
  readonly resourceId: string;
  readonly roleOid: string;
}) {
  return {
    kind,
    orgOid: orgOid !== "" && hasOrg(kind) ? orgOid : null,
    resourceId: resourceId !== "" && hasResource(kind) ? resourceId : null,
    ...(hasEntitlement(kind) && { roleOid }),
  };
}

const startCall = createCall(calls.startReport);

export const reportForm = createForm(actions.reportForm, {
  saved: $now.map((now) => ({
    ...NEW_SCOPE,
    from: dayOf(new Date(now - PERIOD)),
    until: dayOf(new Date(now)),
  })),
  call: startCall,
  routes,
  inDialog: true,
  source: $seenClient,
  check: (values) => checkEntitlement(values) ?? checkPeriod(values),
  request: (values, clientId) => ({
    params: { clientId },
    body: {
      ...scopeOf(values),
      ...(hasPeriod(values.kind)
        ? { from: values.from, until: values.until }
        : { from: null, until: null }),
    },
  }),
  savedMessage: () => message("savedReports.started"),
  failedMessage: (_values, reason) => message("savedReports.notStarted", { reason }),
  options: { version: 5 },
});
react(
  startCall.succeeded,
  $seenClient,
  (_clientId, { payload: { body } }) => ({ path: toReport(body.id) }),
  navigateTo,
);

export const scheduleForm = createForm(actions.scheduleForm, {
  saved: { ...NEW_SCOPE, every: "weekly" as const, recipients: [] as string[] },
  call: createCall(calls.createSchedule),
  routes,
  inDialog: true,
  source: $seenClient,
  check: (values) => checkEntitlement(values),
  request: (values, clientId) => ({
    params: { clientId },
    body: { ...scopeOf(values), every: values.every, recipients: values.recipients },
  }),
  savedMessage: () => message("schedules.created"),
  failedMessage: (_values, reason) => message("schedules.notCreated", { reason }),
  options: { version: 5 },
});

export const editSchedule = createAction(actions.scheduleChosen);
/** The schedule whose dialog is open. */
export const $editedSchedule = createDialog(
  "reports/editedSchedule",
  actions.scheduleChosen,
  ({ scheduleId }) => scheduleId,
  { closesOn: [calls.updateSchedule.succeeded] },
);
const $editedParams = combine($seenClient, $editedSchedule, (clientId, scheduleId) =>
  clientId === null || scheduleId === null ? null : { clientId, scheduleId },
);

export const $schedule = createQuery("reports/schedule", {
  call: createCall(calls.getSchedule),
  input: $editedParams.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  // After a conflict the values saved elsewhere appear below the draft.
  refreshOn: [calls.updateSchedule.failed],
});

export const scheduleChangeForm = createForm(actions.scheduleChangeForm, {
  saved: $schedule.map(
    ({ value }) =>
      value && {
        kind: value.kind,
        orgOid: value.orgOid ?? "",
        orgName: value.orgName ?? "",
        resourceId: value.resourceId ?? "",
        roleOid: value.roleOid ?? "",
        entitlementName: value.entitlementName ?? "",
        every: value.every,
        recipients: value.recipientIds,
      },
  ),
  call: createCall(calls.updateSchedule),
  routes,
  inDialog: true,
  startsOn: actions.scheduleChosen,
  source: combine($editedParams, $schedule, (params, { value }) =>
    params === null || value === null ? null : { params, version: value.version },
  ),
  check: (values) => checkEntitlement(values),
  request: (values, { params, version }) => ({
    params,
    body: { ...scopeOf(values), every: values.every, recipients: values.recipients, version },
  }),
  savedMessage: () => message("schedules.saved"),
  failedMessage: (_values, reason) => message("schedules.notSaved", { reason }),
});

const $isSchedulingFor = combine(
  $seenClient,
  scheduleForm.$view,
  $editedSchedule,
  (clientId, view, edited) => (view?.isOpen || edited !== null ? clientId : null),
);

export const $recipients = createQuery("reports/recipients", {
  call: createCall(calls.listRecipients),
  input: $isSchedulingFor.map((clientId) => (clientId === null ? null : { params: { clientId } })),
  valueOf: ({ body }) => body.recipients,
});

/** The client while one of the forms is open. */
const $choosingFor = combine(
  $seenClient,
  $isSchedulingFor,
  reportForm.$view,
  (seen, scheduling, view) => (view?.isOpen ? seen : scheduling),
);

/** The orgs that a report can be limited to. */
export const orgChoices = createList(actions.orgChoices, {
  ...ORG_CHOICES,
  routes,
  source: $choosingFor,
});

/** The entitlements that a report can be about. */
export const entitlementChoices = createList(actions.entitlementChoices, {
  call: entitlementsCall,
  inAddress: false,
  routes,
  source: $choosingFor,
  request: (clientId, { contains }) => ({
    params: { clientId },
    query: { sort: "name,asc", ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  pageSize: 20,
});

// The choices of resources.
react(
  screenOpened,
  $mapsAllRoles,
  (mapsAllRoles, { payload: { route } }) =>
    mapsAllRoles && routes.includes(route) ? { payload: {} } : null,
  fetchResources,
);

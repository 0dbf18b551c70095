/** Who has the open role: people, orgs, their periods, and the versions of the role. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/accessRoles.ts";
import * as calls from "#events/calls/accessRoles.ts";
import { openCase } from "#events/calls/cases.ts";
import type { Period } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { normalizeOrgFilters } from "#events/rules/orgQuery.ts";
import { daysOf } from "#events/rules/periods.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $clientId, $mapsAllRoles } from "../../data/session/index.ts";
import { createCall, isOutdated } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { checkDays, periodOf, savedDays } from "../../panels/periods/periods.ts";
import { grantRoleCall, restoreRoleCall, revokeRoleCall, ROLE_CHANGES } from "./calls.ts";
import { $picker, roleArchiving, roleDeletion } from "./detailModel.ts";
import { $place, ROLE_ROUTES } from "./place.ts";
import { rolesRoute } from "./route.ts";

/** A refused period was changed elsewhere. */
const GRANT_CHANGES = [...ROLE_CHANGES, calls.grantRole.failed];

export const holderList = createList(actions.holderList, {
  call: createCall(calls.listRoleHolders),
  routes: ROLE_ROUTES,
  inAddress: false,
  source: $place,
  request: (params, { show, contains, sort }) => ({
    params,
    query: { show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.holders,
  kept: ["show"],
  refreshOn: GRANT_CHANGES,
});

export const roleOrgList = createList(actions.roleOrgList, {
  call: createCall(calls.listRoleOrgs),
  routes: ROLE_ROUTES,
  inAddress: false,
  source: $place,
  request: (params, { contains, sort }) => ({
    params,
    query: { sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.orgs,
  refreshOn: GRANT_CHANGES,
});

export const versionList = createList(actions.versionList, {
  call: createCall(calls.listRoleVersions),
  routes: ROLE_ROUTES,
  inAddress: false,
  source: $place,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.versions,
  refreshOn: ROLE_CHANGES,
});

export const orgPicker = createList(actions.orgPicker, {
  call: orgsCall,
  routes: ROLE_ROUTES,
  inAddress: false,
  source: combine($place, $picker, (place, picker) =>
    place !== null && picker === "orgs" ? place.clientId : null,
  ),
  request: (clientId, { type, ...filters }) => ({
    params: { clientId },
    query: normalizeOrgFilters({ orgType: type, ...filters }),
  }),
  itemsOf: ({ _embedded }) => _embedded.orgs,
  kept: ["type"],
});

/** What ends soon, on the screen of all roles. Only users who map roles of all resources see people. */
export const expiringList = createList(actions.expiringList, {
  call: createCall(calls.listExpiring),
  routes: [rolesRoute.name],
  inAddress: false,
  source: combine($clientId, $mapsAllRoles, (clientId, mapsAllRoles) =>
    mapsAllRoles ? clientId : null,
  ),
  request: (clientId) => ({ params: { clientId }, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.grants,
  refreshOn: [...ROLE_CHANGES, openCase.succeeded],
  options: { version: 4 },
});

type GrantSubject = Parameters<typeof actions.grantOpened>[0]["subject"];

/** @param period null if the person or the org does not have the role */
export function grantSubject(
  { kind, oid, name }: Pick<NonNullable<GrantSubject>, "kind" | "oid" | "name">,
  period: Period | null,
): NonNullable<GrantSubject> {
  const days = period === null ? { from: "", until: "" } : daysOf(period);
  return { kind, oid, name, isNew: period === null, ...days, period };
}

export const openGrant = createAction(actions.grantOpened);
/** The person or org whose period is edited. */
export const $grant = createProjection<GrantSubject>(
  "accessRoles/grantSubject",
  null,
  (on) => [
    on(actions.grantOpened, (_subject, { subject }) => subject),
    on(calls.getGrant.succeeded, (subject, { body }) =>
      subject !== null && subject.kind === body.kind && subject.oid === body.oid
        ? grantSubject(subject, body.period)
        : subject,
    ),
    on(calls.grantRole.succeeded, () => null),
    on(screenOpened, () => null),
  ],
  { version: 2 },
);

// After somebody else changed it, the form shows the current period.
react(
  calls.grantRole.failed,
  combine($place, $grant, (place, subject) => place && subject && { place, subject }),
  (open, { payload: failure }) =>
    open && isOutdated(failure)
      ? {
          params: { ...open.place, subjectOid: open.subject.oid },
          query: { kind: open.subject.kind },
        }
      : null,
  createCall(calls.getGrant).start,
);

export const grantForm = createForm(actions.grantForm, {
  saved: $grant.map(savedDays),
  call: grantRoleCall,
  routes: ROLE_ROUTES,
  inDialog: true,
  startsOn: actions.grantOpened,
  source: combine($place, $grant, (place, subject) => place && subject && { place, subject }),
  check: checkDays,
  request: ({ from, until }, { place, subject }) => ({
    params: { ...place, subjectOid: subject.oid },
    body: {
      kind: subject.kind,
      ...periodOf(from, until),
      expected: subject.period ?? null,
    },
  }),
  savedMessage: ({ body: { kind, name } }) =>
    kind === "person"
      ? message("accessRoles.assigned", { name })
      : message("accessRoles.induced", { org: name }),
  failedMessage: (_values, reason) => message("accessRoles.notGranted", { reason }),
});

export const revocation = createConfirmation(actions.revocation, {
  call: revokeRoleCall,
  source: $place,
  request: ({ kind, oid }, place) => ({
    params: { ...place, subjectOid: oid },
    query: { kind },
  }),
  doneMessage: ({ kind, name }) =>
    kind === "person"
      ? message("accessRoles.unassigned", { person: name })
      : message("accessRoles.uninduced", { org: name }),
  failedMessage: ({ name }, reason) => message("accessRoles.notRevoked", { name, reason }),
});

export const restoration = createConfirmation(actions.restoration, {
  call: restoreRoleCall,
  source: $place,
  request: (body, params) => ({ params, body }),
  doneMessage: ({ restored }) => message("accessRoles.restored", { version: restored }),
  failedMessage: ({ restored }, reason) =>
    message("accessRoles.notRestored", { version: restored, reason }),
});

/** What people gain and lose by restoring the version that the user is asked about. */
export const $restorationEffect = createQuery("accessRoles/restorationEffect", {
  call: createCall(calls.previewRestoration),
  input: combine(restoration.$view, $place, ({ isOpen, subject }, params) =>
    isOpen && subject !== null && params !== null
      ? { params, body: { restored: subject.restored } }
      : null,
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.effectRetried, actions.restoration.opened],
});

/** Whether a dialog asks about deleting, archiving or restoring the role. */
export const $isConfirming = combine(
  roleDeletion.$view,
  roleArchiving.$view,
  restoration.$view,
  (...views) => views.some(({ isOpen }) => isOpen),
);

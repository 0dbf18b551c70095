/** One access role: its form, the effect of changes, copying, archiving and deleting. */
import { combine } from "effector";
import * as actions from "#events/actions/accessRoles.ts";
import * as calls from "#events/calls/accessRoles.ts";
import type { AccessRole } from "#events/entities/accessRole.ts";
import { message } from "#events/messages/message.ts";
import {
  checkRoleDescription,
  checkRoleEntitlements,
  checkRoleName,
} from "#events/rules/accessRoles.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { entitlementsCall, identitiesCall } from "../../data/directory/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { archiveRoleCall, copyRoleCall, deleteRoleCall, updateRoleCall } from "./calls.ts";
import { $place, $role, ROLE_ROUTES } from "./place.ts";
import { toAccessRole, toAccessRoles } from "./route.ts";

const valuesOf = ({ name, description, extension, entitlements, owners }: AccessRole) => ({
  name,
  description,
  resourceOid: extension.resourceRef?.oid ?? "",
  entitlements,
  owners,
});

export const roleForm = createForm(actions.roleForm, {
  saved: $role.map(({ value }) => value && valuesOf(value)),
  call: updateRoleCall,
  routes: ROLE_ROUTES,
  source: combine($place, $role, (params, { value: role }) =>
    params && role ? { params, version: role.version } : null,
  ),
  check: ({ name, description, entitlements }) => ({
    name: checkRoleName(name),
    description: checkRoleDescription(description),
    entitlements: checkRoleEntitlements(entitlements.length),
  }),
  request: ({ name, description, resourceOid, entitlements, owners }, { params, version }) => ({
    params,
    body: {
      name,
      description,
      resourceOid: resourceOid === "" ? null : resourceOid,
      entitlementOids: entitlements.map(({ roleOid }) => roleOid),
      ownerOids: owners.map(({ oid }) => oid),
      version,
    },
  }),
  savedMessage: ({ body: { name } }) => message("accessRoles.saved", { name }),
  failedMessage: ({ name }, reason) => message("accessRoles.notSaved", { name, reason }),
});

export const openPicker = createAction(actions.pickerOpened);
/** The open dialog for choosing things. */
export const $picker = createDialog(
  "accessRoles/openPicker",
  actions.pickerOpened,
  ({ picker }) => picker,
);

const PICKER_PAGE = 20;
const clientFor = (...pickers: readonly actions.RolePicker[]) =>
  combine($place, $picker, (place, picker) =>
    place !== null && picker !== null && pickers.includes(picker) ? place.clientId : null,
  );

export const entitlementPicker = createList(actions.entitlementPicker, {
  call: entitlementsCall,
  routes: ROLE_ROUTES,
  inAddress: false,
  source: clientFor("entitlements"),
  request: (clientId, { contains, resourceId, sort }) => ({
    params: { clientId },
    query: {
      sort,
      ...(contains !== "" && { contains }),
      ...(isUuid(resourceId) && { resourceId }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  pageSize: PICKER_PAGE,
});

export const personPicker = createList(actions.personPicker, {
  call: identitiesCall,
  routes: ROLE_ROUTES,
  inAddress: false,
  source: clientFor("owners", "people"),
  request: (clientId, { contains, sort }) => ({
    params: { clientId },
    query: { sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
  pageSize: PICKER_PAGE,
});

export const roleDeletion = createConfirmation(actions.roleDeletion, {
  call: deleteRoleCall,
  source: $place,
  expected: ({ name }) => name,
  request: ({ roleOid, version }, { clientId }) => ({
    params: { clientId, roleOid },
    query: { version },
  }),
  doneMessage: ({ name }) => message("accessRoles.deleted", { name }),
  failedMessage: ({ name }, reason) => message("accessRoles.notDeleted", { name, reason }),
});
// Stay on the screen that the administrator has opened since.
react(
  deleteRoleCall.succeeded,
  $place,
  (place, { payload: { body } }) =>
    place?.roleOid === body.oid ? { path: toAccessRoles(), saved: true } : null,
  navigateTo,
);

export const roleArchiving = createConfirmation(actions.roleArchiving, {
  call: archiveRoleCall,
  source: $place,
  request: ({ roleOid, version, status }, { clientId }) => ({
    params: { clientId, roleOid },
    body: { status, version },
  }),
  doneMessage: ({ name, status }) =>
    message(status === "archived" ? "accessRoles.wasArchived" : "accessRoles.takenBack", { name }),
  failedMessage: ({ name }, reason) => message("accessRoles.statusNotChanged", { name, reason }),
});

export const retryEffect = createAction(actions.effectRetried);

/** The entitlements that the role would have after the change that is being confirmed or edited; null without one. */
const $wantedContent = combine(
  {
    role: $role,
    deletion: roleDeletion.$view,
    archiving: roleArchiving.$view,
    form: roleForm.$view,
  },
  ({ role: { value: role }, deletion, archiving, form }) => {
    if (role === null) return null;
    const own = role.entitlements.map(({ roleOid }) => roleOid);
    if (deletion.isOpen) return [];
    if (archiving.isOpen) return archiving.subject?.status === "archived" ? [] : own;
    return role.status === "active" && form?.changed.includes("entitlements")
      ? form.values.entitlements.map(({ roleOid }) => roleOid)
      : null;
  },
);

/** What people gain and lose by that change. */
export const $effect = createQuery("accessRoles/effect", {
  call: createCall(calls.previewRole),
  input: combine($wantedContent, $place, (entitlementOids, params) =>
    entitlementOids !== null && params !== null ? { params, body: { entitlementOids } } : null,
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.effectRetried, actions.roleDeletion.opened, actions.roleArchiving.opened],
  options: { version: 3 },
});

export const copyForm = createForm(actions.copyForm, {
  saved: { name: "" },
  call: copyRoleCall,
  routes: ROLE_ROUTES,
  inDialog: true,
  source: $place,
  check: ({ name }) => ({ name: checkRoleName(name) }),
  request: ({ name }, params) => ({ params, body: { name } }),
  savedMessage: ({ body: { name } }) => message("accessRoles.created", { name }),
  failedMessage: ({ name }, reason) => message("accessRoles.notCreated", { name, reason }),
});
react(
  copyRoleCall.succeeded,
  $place,
  (place, { payload: { body } }) => place && { path: toAccessRole(body.oid) },
  navigateTo,
);

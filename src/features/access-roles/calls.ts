/** Calls that several models of the feature start. */
import * as calls from "#events/calls/accessRoles.ts";
import { createCall } from "../../kernel/calls.ts";

export const createRoleCall = createCall(calls.createRole);
export const updateRoleCall = createCall(calls.updateRole);
export const copyRoleCall = createCall(calls.copyRole);
export const archiveRoleCall = createCall(calls.archiveRole);
export const deleteRoleCall = createCall(calls.deleteRole);

export const grantRoleCall = createCall(calls.grantRole);
export const revokeRoleCall = createCall(calls.revokeRole);
export const restoreRoleCall = createCall(calls.restoreRole);

export const applyRoleFileCall = createCall(calls.applyRoleFile);

/** After these events the lists of roles are read again. */
export const ROLE_CHANGES = [
  calls.createRole.succeeded,
  calls.updateRole.succeeded,
  calls.copyRole.succeeded,
  calls.archiveRole.succeeded,
  calls.deleteRole.succeeded,
  calls.grantRole.succeeded,
  calls.revokeRole.succeeded,
  calls.restoreRole.succeeded,
  calls.applyRoleFile.succeeded,
];

/** The calls of this feature, each wired once. */
import * as calls from "#events/calls/users.ts";
import { createCall } from "../../kernel/calls.ts";

export const listUsersCall = createCall(calls.listUsers);
export const listUserRolesCall = createCall(calls.listUserRoles);
export const getUserCall = createCall(calls.getUser);
export const createUserCall = createCall(calls.createUser);
export const updateUserCall = createCall(calls.updateUser);
export const patchUserCall = createCall(calls.patchUser);
export const deleteUserCall = createCall(calls.deleteUser);
export const sendValidationEmailCall = createCall(calls.sendValidationEmail);
export const endUserSessionsCall = createCall(calls.endUserSessions);
export const listUserChangesCall = createCall(calls.listUserChanges);
export const undoUserChangeCall = createCall(calls.undoUserChange);

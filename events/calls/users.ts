/** The people who sign in, for administrators and for themselves. */
import { Type } from "typebox";
import { ClientParams, HalList, PageQuery, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { JsonPatch } from "../entities/jsonPatch.ts";
import {
  EditableUser,
  ListedUser,
  ManagedUser,
  UserChange,
  UserRole,
  UserUpdate,
} from "../entities/managedUser.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Typed } from "../kernel/redaction.ts";

const UserParams = Type.Object({ clientId: Uuid, userId: Uuid });

/** Which users of a client. */
export const UserFilters = {
  /** Part of a name, username or e-mail address. */
  contains: Type.Optional(Typed(Text)),
  status: Type.Optional(Type.Union([Type.Literal("active"), Type.Literal("archived")])),
  manager: Type.Optional(
    Type.Union([Type.Literal("hr"), Type.Literal("ad"), Type.Literal("billing")]),
  ),
  /** The id of a role that they hold. */
  roleId: Type.Optional(Uuid),
};

/** Maximum users in one page of a list. */
const USER_PAGE_MAX = 100;

/** Lists users by `name` (the default), `username` or `email`. Archived users have a separate list. */
export const listUsers = defineCall({
  name: "users/listUsers",
  summary: "List users",
  method: "GET",
  endpoint: "/api/clients/:clientId/users",
  permission: "ManageUsers",
  succeededVersion: 2,
  schema: {
    params: ClientParams,
    query: Type.Object({
      ...PagingQuery,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: USER_PAGE_MAX })),
      ...UserFilters,
    }),
    responses: { 200: HalList("users", ListedUser) },
  },
});

/** The roles that can be assigned to users, by name. */
export const listUserRoles = defineCall({
  name: "users/listUserRoles",
  summary: "List the roles that users can have",
  method: "GET",
  endpoint: "/api/clients/:clientId/user-roles",
  permission: "ManageUsers",
  schema: { params: ClientParams, responses: { 200: HalList("roles", UserRole) } },
});

export const getUser = defineCall({
  name: "users/getUser",
  summary: "Get a user",
  method: "GET",
  endpoint: "/api/clients/:clientId/users/:userId",
  permission: "ManageUsers",
  succeededVersion: 2,
  schema: { params: UserParams, responses: { 200: ManagedUser } },
});

/** Creates a user without a password. The validation e-mail lets the user choose one. */
export const createUser = defineCall({
  name: "users/createUser",
  summary: "Create a user",
  method: "POST",
  endpoint: "/api/clients/:clientId/users",
  permission: "EditAllUsers",
  succeededVersion: 2,
  schema: { params: ClientParams, body: EditableUser, responses: { 201: ManagedUser } },
});

/** Saves the full user. ECONFLICT if the user changed after the given version. */
export const updateUser = defineCall({
  name: "users/updateUser",
  summary: "Save a user",
  method: "PUT",
  endpoint: "/api/clients/:clientId/users/:userId",
  permission: "EditAllUsers",
  succeededVersion: 2,
  schema: { params: UserParams, body: UserUpdate, responses: { 200: ManagedUser } },
});

/** Changes some fields of `UserUpdate`; a failed test, for example of /version, is an ECONFLICT. */
export const patchUser = defineCall({
  name: "users/patchUser",
  summary: "Change parts of a user",
  method: "PATCH",
  endpoint: "/api/clients/:clientId/users/:userId",
  permission: "EditAllUsers",
  succeededVersion: 2,
  schema: { params: UserParams, body: JsonPatch, responses: { 200: ManagedUser } },
});

/** Removes a user from the client. A user without another client is deleted. */
export const deleteUser = defineCall({
  name: "users/deleteUser",
  summary: "Remove a user from a client",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/users/:userId",
  permission: "EditAllUsers",
  schema: {
    params: UserParams,
    responses: { 200: Type.Object({ id: Uuid, isGone: Type.Boolean() }) },
  },
});

/**
 * Mails a user a link that activates the account, or confirms the address of an active one. Earlier links become
 * invalid. EUNAVAILABLE if the mail could not be handed over.
 */
export const sendValidationEmail = defineCall({
  name: "users/sendValidationEmail",
  summary: "Send a user the validation email",
  method: "POST",
  endpoint: "/api/clients/:clientId/users/:userId/validation-email",
  permission: "EditAllUsers",
  schema: {
    params: UserParams,
    responses: { 200: Type.Object({ email: Personal(Type.String()) }) },
  },
});

/** Signs a user out everywhere immediately. EFORBIDDEN for oneself, because Manage Profile has that function. */
export const endUserSessions = defineCall({
  name: "users/endUserSessions",
  summary: "Sign a user out everywhere",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/users/:userId/sessions",
  permission: "EditAllUsers",
  schema: {
    params: UserParams,
    responses: {
      200: Type.Object({ username: Personal(Text), ended: Type.Integer({ minimum: 0 }) }),
    },
  },
});

/** A user's history of changes, newest first. */
export const listUserChanges = defineCall({
  name: "users/listUserChanges",
  summary: "List the changes of a user",
  method: "GET",
  endpoint: "/api/clients/:clientId/users/:userId/changes",
  permission: "ManageUsers",
  schema: {
    params: UserParams,
    query: PageQuery,
    responses: { 200: HalList("changes", UserChange) },
  },
});

/** Undoes a change. ECONFLICT if the changed values were changed again. */
export const undoUserChange = defineCall({
  name: "users/undoUserChange",
  summary: "Undo a change of a user",
  method: "POST",
  endpoint: "/api/clients/:clientId/users/:userId/changes/:changeId/undo",
  permission: "EditAllUsers",
  succeededVersion: 2,
  schema: {
    params: Type.Object({ clientId: Uuid, userId: Uuid, changeId: Uuid }),
    responses: { 200: ManagedUser },
  },
});

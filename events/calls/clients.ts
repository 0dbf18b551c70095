/** The client's own record: its profile, owners, managers, username format and secure agent. */
import {
  AdminAccess,
  Client,
  ClientLimits,
  ClientUser,
  ManagerLists,
  SecureAgent,
  ApprovalRules,
  SignInRules,
  UsernameFormat,
} from "../entities/client.ts";
import { ClientParams, HalList } from "../entities/common.ts";
import { JsonPatch } from "../entities/jsonPatch.ts";
import { defineCall } from "../kernel/call.ts";

/** Changes some fields of `ClientProfile`; a failed test is an ECONFLICT. */
export const patchClient = defineCall({
  name: "clients/patchClient",
  summary: "Change parts of a client's profile",
  method: "PATCH",
  endpoint: "/api/clients/:clientId",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: JsonPatch, responses: { 200: Client } },
});

/** Sets the username format that new users are offered. */
export const saveUsernameFormat = defineCall({
  name: "clients/saveUsernameFormat",
  summary: "Set the format of new usernames",
  method: "PUT",
  endpoint: "/api/clients/:clientId/username-format",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: UsernameFormat, responses: { 200: Client } },
});

/** A limit below the present number of systems removes none of them. */
export const saveLimits = defineCall({
  name: "clients/saveLimits",
  summary: "Set how many systems of each kind a client may have",
  method: "PUT",
  endpoint: "/api/clients/:clientId/limits",
  permission: "Financial",
  schema: { params: ClientParams, body: ClientLimits, responses: { 200: Client } },
});

/** Takes effect at the next sign-in. */
export const saveSignInRules = defineCall({
  name: "clients/saveSignInRules",
  summary: "Set the sign-in rules of a client",
  method: "PUT",
  endpoint: "/api/clients/:clientId/sign-in-rules",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: SignInRules, responses: { 200: Client } },
});

/** Takes effect at the next approval. */
export const saveApprovalRules = defineCall({
  name: "clients/saveApprovalRules",
  summary: "Set who may approve previews of provisioning",
  method: "PUT",
  endpoint: "/api/clients/:clientId/approval-rules",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: ApprovalRules, responses: { 200: Client } },
});

/** Offers administrators Role Mapping and Manage Access, or hides them. */
export const saveAdminAccess = defineCall({
  name: "clients/saveAdminAccess",
  summary: "Turn the administration of access on or off",
  method: "PUT",
  endpoint: "/api/clients/:clientId/admin-access",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: AdminAccess, responses: { 200: Client } },
});

/** The client's users with a role named owner, by name. Archived users do not count as owners. */
export const listOwners = defineCall({
  name: "clients/listOwners",
  summary: "List the owners of a client",
  method: "GET",
  endpoint: "/api/clients/:clientId/owners",
  permission: "signedIn",
  schema: { params: ClientParams, responses: { 200: HalList("owners", ClientUser) } },
});

/** The HR and AD managers, by name. All other users are billing managers. */
export const listManagers = defineCall({
  name: "clients/listManagers",
  summary: "List HR and AD managers",
  method: "GET",
  endpoint: "/api/clients/:clientId/managers",
  permission: "ManageUsers",
  schema: { params: ClientParams, responses: { 200: HalList("users", ClientUser) } },
});

/** Makes exactly these users the HR and AD managers. Each change is recorded in its user's history. */
export const saveManagers = defineCall({
  name: "clients/saveManagers",
  summary: "Set the HR and AD managers",
  method: "PUT",
  endpoint: "/api/clients/:clientId/managers",
  permission: "EditAllUsers",
  schema: {
    params: ClientParams,
    body: ManagerLists,
    responses: { 200: HalList("users", ClientUser) },
  },
});

export const getSecureAgent = defineCall({
  name: "clients/getSecureAgent",
  summary: "Get the status of the secure agent",
  method: "GET",
  endpoint: "/api/clients/:clientId/secure-agent",
  permission: "signedIn",
  schema: { params: ClientParams, responses: { 200: SecureAgent } },
});

/** The secure agent's heartbeat. The agent signs in like a user. */
export const reportSecureAgent = defineCall({
  name: "clients/reportSecureAgent",
  summary: "Report that the secure agent is running",
  method: "PUT",
  endpoint: "/api/clients/:clientId/secure-agent",
  permission: "ConnectorManage",
  schema: { params: ClientParams, responses: { 200: SecureAgent } },
});

/** The client's own record: its profile, who owns and manages it, how usernames are made, and its secure agent. */
import {
  Client,
  ClientUser,
  ManagerLists,
  SecureAgent,
  SignInRules,
  UsernameFormat,
} from "../entities/client.ts";
import { ClientParams, HalList } from "../entities/common.ts";
import { JsonPatch } from "../entities/managedUser.ts";
import { defineCall } from "../kernel/call.ts";

/** Changes a part of what `ClientProfile` has; a test that fails is an ECONFLICT. */
export const patchClient = defineCall({
  name: "clients/patchClient",
  summary: "Change parts of a client's profile",
  method: "PATCH",
  endpoint: "/api/clients/:clientId",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: JsonPatch, responses: { 200: Client } },
});

/** Says how usernames of new users are proposed. */
export const saveUsernameFormat = defineCall({
  name: "clients/saveUsernameFormat",
  summary: "Set the format of new usernames",
  method: "PUT",
  endpoint: "/api/clients/:clientId/username-format",
  permission: "ClientProfile",
  schema: { params: ClientParams, body: UsernameFormat, responses: { 200: Client } },
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

/** The client's users with a role named owner, by name; archived ones own nothing. */
export const listOwners = defineCall({
  name: "clients/listOwners",
  summary: "List the owners of a client",
  method: "GET",
  endpoint: "/api/clients/:clientId/owners",
  permission: "signedIn",
  schema: { params: ClientParams, responses: { 200: HalList("owners", ClientUser) } },
});

/** The HR and AD managers, by name. All others are billing managers. */
export const listManagers = defineCall({
  name: "clients/listManagers",
  summary: "List HR and AD managers",
  method: "GET",
  endpoint: "/api/clients/:clientId/managers",
  permission: "ManageUsers",
  schema: { params: ClientParams, responses: { 200: HalList("users", ClientUser) } },
});

/** Makes exactly these users the HR and AD managers; each change stands in the history of its user. */
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

/** The secure agent says that it is there; it signs in like anybody else. */
export const reportSecureAgent = defineCall({
  name: "clients/reportSecureAgent",
  summary: "Report that the secure agent is running",
  method: "PUT",
  endpoint: "/api/clients/:clientId/secure-agent",
  permission: "ConnectorManage",
  schema: { params: ClientParams, responses: { 200: SecureAgent } },
});

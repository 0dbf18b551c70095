/**
 * The users to whom a resource is assigned. Changing them needs resource_all_users, or resource_own_users for a resource of
 * one's own.
 */
import { Type, type Static } from "typebox";
import { ClientParams, HalList, Text, Uuid } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Typed } from "../kernel/redaction.ts";

const USERS = "/api/clients/:clientId/resources/:resourceId/users";
const ResourceParams = Type.Object({ ...ClientParams.properties, resourceId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

const ResourceUser = Type.Object({
  id: Uuid,
  username: Personal(Text),
  givenName: Personal(Text),
  familyName: Personal(Text),
});
export type ResourceUser = Static<typeof ResourceUser>;

/** Super-users, who have access to every resource, are listed only if it is assigned to them. */
export const listResourceUsers = defineCall({
  name: "systemUsers/listResourceUsers",
  summary: "List the users of a resource",
  method: "GET",
  endpoint: USERS,
  ...own,
  schema: { params: ResourceParams, responses: { 200: HalList("users", ResourceUser) } },
});

/** EINVALID unless the client has an active user of that name, and for one's own name. */
export const assignResource = defineCall({
  name: "systemUsers/assignResource",
  summary: "Assign a resource to a user",
  method: "POST",
  endpoint: USERS,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ username: Typed(Text) }),
    responses: { 200: ResourceUser },
  },
});

/** ENOTFOUND unless the resource is assigned to the user; EINVALID for oneself. */
export const unassignResource = defineCall({
  name: "systemUsers/unassignResource",
  summary: "Take a resource from a user",
  method: "DELETE",
  endpoint: `${USERS}/:userId`,
  ...own,
  schema: {
    params: Type.Object({ ...ResourceParams.properties, userId: Uuid }),
    responses: { 200: ResourceUser },
  },
});

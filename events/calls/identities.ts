/** One person of the directory and what they can access. */
import { Type } from "typebox";
import {
  ClientParams,
  Count,
  HalList,
  PageQuery,
  PagingQuery,
  Text,
  Uuid,
} from "../entities/common.ts";
import { FailedPreview } from "../entities/failedChange.ts";
import { PersonReplacedValue } from "../entities/replacedValue.ts";
import { AccessGroup, IdentityDetail, IdentityEntitlement } from "../entities/identityAccess.ts";
import { IdentityChange } from "../entities/identityChange.ts";
import { IdentityDraft, NewIdentity } from "../entities/identityDraft.ts";
import { IdentityView, NewIdentityView } from "../entities/identityView.ts";
import { NotCompared, PendingChange } from "../entities/pendingChange.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const IdentityParams = Type.Object({ clientId: Uuid, identityOid: Uuid });

export const getIdentity = defineCall({
  name: "identities/getIdentity",
  summary: "Get an identity with its accounts",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: { params: IdentityParams, responses: { 200: IdentityDetail } },
});

/** Creates a person by hand. ECONFLICT if the id is taken, EINVALID for an unknown org or manager. */
export const createIdentity = defineCall({
  name: "identities/createIdentity",
  summary: "Create an identity by hand",
  method: "POST",
  endpoint: "/api/clients/:clientId/identities",
  permission: "EditAllUsers",
  schema: { params: ClientParams, body: NewIdentity, responses: { 201: IdentityDetail } },
});

/**
 * Changes a person who was created by hand. ECONFLICT if a connected system is authoritative for the person, if the
 * person was ended, or if the person changed after the given version.
 */
export const updateIdentity = defineCall({
  name: "identities/updateIdentity",
  summary: "Change an identity that was created by hand",
  method: "PUT",
  endpoint: "/api/clients/:clientId/identities/:identityOid",
  permission: "EditAllUsers",
  schema: {
    params: IdentityParams,
    body: Type.Object({ version: Count, ...IdentityDraft.properties }),
    responses: { 200: IdentityDetail },
  },
});

/** Ends a person who was created by hand: the person leaves all orgs and access roles. ECONFLICT as for a change. */
export const endIdentity = defineCall({
  name: "identities/endIdentity",
  summary: "End an identity that was created by hand",
  method: "POST",
  endpoint: "/api/clients/:clientId/identities/:identityOid/end",
  permission: "EditAllUsers",
  schema: {
    params: IdentityParams,
    body: Type.Object({ version: Count }),
    responses: { 200: IdentityDetail },
  },
});

/** What the person holds and what policies grant to them. */
export const listIdentityEntitlements = defineCall({
  name: "identities/listIdentityEntitlements",
  summary: "List the entitlements of an identity with their reasons",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/entitlements",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: IdentityParams,
    query: Type.Object({
      show: Type.Optional(AccessGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("entitlements", IdentityEntitlement) },
  },
});

/**
 * What changed about the person, newest first: joining, moving and leaving, accounts, edits by hand, access roles, cases,
 * and policies of the person's orgs and of the orgs above them.
 */
export const listIdentityChanges = defineCall({
  name: "identities/listIdentityChanges",
  summary: "List the changes of an identity",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/changes",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: IdentityParams,
    query: PageQuery,
    responses: { 200: HalList("changes", IdentityChange) },
  },
});

/** Upcoming changes of the person and their accounts: those with a due date first, then those that wait for a decision. */
export const listPendingChanges = defineCall({
  name: "identities/listPendingChanges",
  summary: "List what will happen to an identity",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/pending",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: IdentityParams,
    responses: {
      200: Type.Object({
        pending: Type.Array(PendingChange),
        /** Missing in logs of earlier builds. */
        notCompared: Type.Optional(Type.Array(NotCompared)),
      }),
    },
  },
});

/**
 * Approved changes of the person's accounts that are not in their system, by the last approved preview of each system,
 * and values that the systems replaced.
 */
export const listFailedChanges = defineCall({
  name: "identities/listFailedChanges",
  summary: "List the approved changes of an identity that failed",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/failed-changes",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: IdentityParams,
    responses: {
      200: Type.Object({
        previews: Type.Array(FailedPreview),
        /** Missing in logs of earlier builds. */
        replaced: Type.Optional(Type.Array(PersonReplacedValue)),
      }),
    },
  },
});

/** The user's own views, by name. */
export const listIdentityViews = defineCall({
  name: "identities/listIdentityViews",
  summary: "List the saved views of identities",
  method: "GET",
  endpoint: "/api/clients/:clientId/identity-views",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: ClientParams,
    responses: { 200: Type.Object({ views: Type.Array(IdentityView) }) },
  },
});

/** Saves a view. It replaces the user's view of the same name, in any case. ECONFLICT if the user has too many. */
export const saveIdentityView = defineCall({
  name: "identities/saveIdentityView",
  summary: "Save a view of identities",
  method: "POST",
  endpoint: "/api/clients/:clientId/identity-views",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: { params: ClientParams, body: NewIdentityView, responses: { 200: IdentityView } },
});

export const deleteIdentityView = defineCall({
  name: "identities/deleteIdentityView",
  summary: "Delete a saved view of identities",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/identity-views/:viewId",
  permission: "RoleMapping",
  orGroup: "IdentitiesRead",
  schema: {
    params: Type.Object({ clientId: Uuid, viewId: Uuid }),
    responses: { 200: IdentityView },
  },
});

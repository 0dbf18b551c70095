/** Groups of job titles, departments and locations. */
import { Type } from "typebox";
import { ClientParams, HalList, Nullable, PagingQuery, Text, Uuid } from "../entities/common.ts";
import {
  GroupChange,
  GroupingEffect,
  GroupSuggestion,
  LooseChoice,
  OrgVersion,
  TreeOrg,
} from "../entities/grouping.ts";
import { JsonPatch } from "../entities/jsonPatch.ts";
import { OrgTypeSchema } from "../entities/org.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Maximum orgs that one answer of `listGroups` contains. */
const LEVEL_MAX = 500;
/** Maximum orgs that one change names. */
const MOVED_MAX = 10_000;

const OrgParams = Type.Object({ clientId: Uuid, oid: Uuid });
const Changed = Type.Object({ change: GroupChange });

/**
 * Lists the orgs below a group, groups first, then by name. Without a group: the groups at the top level. With a text:
 * all orgs of the type whose name contains it. `next` continues after the last org.
 */
export const listGroups = defineCall({
  name: "groupings/listGroups",
  summary: "List the orgs below a group",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/groups",
  permission: "OrgGrouping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgType: OrgTypeSchema,
      parentOid: Type.Optional(Uuid),
      search: Type.Optional(Typed(Text)),
      /** Only groups. */
      only: Type.Optional(Type.Literal("groups")),
      /** `next` of the previous answer. */
      after: Type.Optional(Type.String({ maxLength: 2048 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: LEVEL_MAX })),
    }),
    responses: {
      200: Type.Object({
        _embedded: Type.Object({ orgs: Type.Array(TreeOrg) }),
        next: Nullable(Type.String()),
        /** The root of the type: moving orgs there takes them out of all groups. */
        rootOid: Uuid,
      }),
    },
  },
});

const LooseQuery = Type.Object({
  orgType: OrgTypeSchema,
  contains: Type.Optional(Typed(Text)),
  ...PagingQuery,
});

/** Lists the orgs that have members and are in no group, by `name` (the default) or `memberCount`. */
export const listUngrouped = defineCall({
  name: "groupings/listUngrouped",
  summary: "List orgs outside of groups",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/ungrouped",
  permission: "OrgGrouping",
  schema: { params: ClientParams, query: LooseQuery, responses: { 200: HalList("orgs", TreeOrg) } },
});

/** Lists the orgs without members that are no groups, in groups or outside. */
export const listInactive = defineCall({
  name: "groupings/listInactive",
  summary: "List orgs without members",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/inactive",
  permission: "OrgGrouping",
  schema: { params: ClientParams, query: LooseQuery, responses: { 200: HalList("orgs", TreeOrg) } },
});

/** Calls without a client in their path: the user's first client if none is named. */
const GroupQuery = Type.Object({ clientId: Type.Optional(Uuid) });

/**
 * Creates or changes a group, and moves orgs into and out of it, in one transaction.
 *
 * `org` without `oid` is a new group; the root of a type is no group, but takes orgs out of all groups. `ids` are moved
 * into the group, `all` as well; `toDelete` are moved from the group to its parent. ECONFLICT if an org has another
 * version, if a name exists twice below one parent, or if a group would be below itself.
 */
export const updateGroup = defineCall({
  name: "groupings/updateGroup",
  summary: "Create or change a group of orgs",
  method: "PUT",
  endpoint: "/api/mp-orgs/group",
  permission: "OrgGrouping",
  bodyLimit: 2 * 1024 * 1024,
  storesFailure: false,
  schema: {
    query: GroupQuery,
    body: Type.Object({
      org: Type.Object({
        oid: Type.Optional(Uuid),
        /** Required with a new name or parent of an existing group. */
        version: Type.Optional(Type.Integer({ minimum: 0 })),
        /** Required for a new group. */
        orgType: Type.Optional(OrgTypeSchema),
        /** Required for a new group. */
        displayName: Type.Optional(Text),
        /** The top level if it is left out for a new group. */
        parentOid: Type.Optional(Uuid),
      }),
      ids: Type.Array(OrgVersion, { maxItems: MOVED_MAX }),
      toDelete: Type.Array(OrgVersion, { maxItems: MOVED_MAX }),
      all: Type.Optional(LooseChoice),
    }),
    responses: { 200: Changed },
  },
});

/**
 * Deletes a group with its policy. Its orgs go to `org`: usually the group's parent. ECONFLICT if the group has another
 * version or members of its own.
 */
export const deleteGroup = defineCall({
  name: "groupings/deleteGroup",
  summary: "Delete a group of orgs",
  method: "DELETE",
  endpoint: "/api/mp-orgs/group",
  permission: "OrgGrouping",
  storesFailure: false,
  schema: {
    query: GroupQuery,
    body: Type.Object({
      org: Type.Object({ oid: Uuid }),
      oidToDelete: Uuid,
      version: Type.Integer({ minimum: 0 }),
    }),
    responses: { 200: Changed },
  },
});

/** Renames or moves an org: its fields are displayName, parentOid and version. A failed test of /version is an ECONFLICT. */
export const patchOrg = defineCall({
  name: "groupings/patchOrg",
  summary: "Rename or move an org",
  method: "PATCH",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid",
  permission: "OrgGrouping",
  schema: { params: OrgParams, body: JsonPatch, responses: { 200: Changed } },
});

/** What moving orgs, or deleting a group, would mean for people now. */
export const previewGrouping = defineCall({
  name: "groupings/previewGrouping",
  summary: "Preview a move of orgs",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/groups/preview",
  permission: "OrgGrouping",
  bodyLimit: 2 * 1024 * 1024,
  schema: {
    params: ClientParams,
    body: Type.Object({
      /** The new parent. */
      targetOid: Uuid,
      oids: Type.Array(Uuid, { maxItems: MOVED_MAX }),
      all: Type.Optional(LooseChoice),
      /** This group is deleted, and its orgs go to the target. */
      oidToDelete: Type.Optional(Uuid),
    }),
    responses: { 200: GroupingEffect },
  },
});

/** Maximum groups that are suggested, and accepted, at once. */
export const SUGGESTIONS_MAX = 50;

/** Suggests groups of orgs that are in none, from their names; those with the most orgs first. */
export const suggestGroups = defineCall({
  name: "groupings/suggestGroups",
  summary: "Suggest groups from names",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/groups/suggestions",
  permission: "OrgGrouping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgType: OrgTypeSchema }),
    responses: { 200: Type.Object({ suggestions: Type.Array(GroupSuggestion) }) },
  },
});

/** Creates suggested groups at the top level, or extends existing ones, in one change. ECONFLICT as for `updateGroup`. */
export const acceptSuggestions = defineCall({
  name: "groupings/acceptSuggestions",
  summary: "Create suggested groups",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/groups/suggestions",
  permission: "OrgGrouping",
  bodyLimit: 2 * 1024 * 1024,
  schema: {
    params: ClientParams,
    body: Type.Object({
      orgType: OrgTypeSchema,
      groups: Type.Array(
        Type.Object({
          name: Text,
          groupOid: Nullable(Uuid),
          ids: Type.Array(OrgVersion, { maxItems: MOVED_MAX }),
        }),
        { minItems: 1, maxItems: SUGGESTIONS_MAX },
      ),
    }),
    responses: { 200: Changed },
  },
});

/** The newest change of groups that can be undone; null if there is none. */
export const getLastChange = defineCall({
  name: "groupings/getLastChange",
  summary: "Get the last change of groups",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/group-changes/last",
  permission: "OrgGrouping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgType: OrgTypeSchema }),
    responses: { 200: Type.Object({ change: Nullable(GroupChange) }) },
  },
});

/** Takes back a change of groups. ECONFLICT if one of its orgs was changed since, or if it is already undone. */
export const undoGroupChange = defineCall({
  name: "groupings/undoGroupChange",
  summary: "Undo a change of groups",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/group-changes/:changeId/undo",
  permission: "OrgGrouping",
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: Changed },
  },
});

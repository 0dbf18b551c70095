/** Runs that read connected systems: plans, decisions and undo. */
import { Type } from "typebox";
import { Count, HalList, OneOf, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { PERSON_HISTORY_KINDS } from "../entities/identityChange.ts";
import {
  AffectedDepartment,
  ENTRY_FILTERS,
  PlannedPerson,
  RunEntry,
  SystemRun,
} from "../entities/systemRun.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const ENDPOINT = "/api/clients/:clientId/resources/:resourceId/runs";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const RunParams = Type.Object({ clientId: Uuid, resourceId: Uuid, oid: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/**
 * Reads the system into a plan and applies it, unless a gate makes it wait for a decision. The plan of an HR system also waits
 * if the client requires a second person. ECONFLICT while a run is open.
 */
export const startRun = defineCall({
  name: "systemRuns/startRun",
  summary: "Import accounts from a system",
  method: "POST",
  endpoint: ENDPOINT,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      /** changes: only what changed since the last run, if the connector can read that. */
      kind: OneOf(["full", "changes"]),
      /** Whether the plan waits for a decision in any case, so that it can be checked before it is applied. */
      waits: Type.Optional(Type.Boolean()),
    }),
    responses: {
      202: Type.Object({
        /** The oid of the run. */
        importTaskOid: Uuid,
        run: SystemRun,
      }),
    },
  },
});

/** The newest first. */
export const listRuns = defineCall({
  name: "systemRuns/listRuns",
  summary: "List the runs of a system",
  method: "GET",
  endpoint: ENDPOINT,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ page: PagingQuery.page, size: PagingQuery.size }),
    responses: { 200: HalList("runs", SystemRun) },
  },
});

export const getRun = defineCall({
  name: "systemRuns/getRun",
  summary: "Get a run of a system and its progress",
  method: "GET",
  endpoint: `${ENDPOINT}/:oid`,
  ...own,
  schema: { params: RunParams, responses: { 200: SystemRun } },
});

/** The objects that a run changes, with their content before and after. */
export const listRunEntries = defineCall({
  name: "systemRuns/listRunEntries",
  summary: "List the objects that a run changes",
  method: "GET",
  endpoint: `${ENDPOINT}/:oid/entries`,
  ...own,
  schema: {
    params: RunParams,
    query: Type.Object({
      change: Type.Optional(OneOf(ENTRY_FILTERS)),
      contains: Type.Optional(Typed(Text)),
      page: PagingQuery.page,
      size: PagingQuery.size,
    }),
    responses: { 200: HalList("entries", RunEntry) },
  },
});

/** The people whom a plan changes, as they would be. A plan that waited for no decision lists only the first `MAX_LISTED_PEOPLE`. */
export const listPlannedPeople = defineCall({
  name: "systemRuns/listPlannedPeople",
  summary: "List the people whom the plan of a run changes",
  method: "GET",
  endpoint: `${ENDPOINT}/:oid/people`,
  ...own,
  schema: {
    params: RunParams,
    query: Type.Object({
      kind: Type.Optional(OneOf(PERSON_HISTORY_KINDS)),
      contains: Type.Optional(Typed(Text)),
      page: PagingQuery.page,
      size: PagingQuery.size,
    }),
    responses: { 200: HalList("people", PlannedPerson) },
  },
});

/** The people whose existing accounts a run changes, by department: the largest 100, the largest first. */
export const listRunDepartments = defineCall({
  name: "systemRuns/listRunDepartments",
  summary: "Count the people whose accounts a run changes, by department",
  method: "GET",
  endpoint: `${ENDPOINT}/:oid/departments`,
  ...own,
  schema: {
    params: RunParams,
    responses: {
      200: Type.Object({
        departments: Type.Array(AffectedDepartment),
        /** The number of all departments, including those that are left out. */
        departmentCount: Count,
      }),
    },
  },
});

/**
 * Applies exactly the plan with this hash. ECONFLICT if the run waits for no decision or has another plan. If the client
 * requires a second person for the plan of an HR system, the user who started the run gets ECONFLICT too. If Provision
 * started that run, the approval of the first user is stored, and that of another user applies the plan.
 */
export const approveRun = defineCall({
  name: "systemRuns/approveRun",
  summary: "Apply the plan of a run",
  method: "POST",
  endpoint: `${ENDPOINT}/:oid/approve`,
  ...own,
  schema: {
    params: RunParams,
    body: Type.Object({ hash: Type.String({ maxLength: 64 }) }),
    responses: { 200: SystemRun },
  },
});

/** Discards the plan. Nothing was changed then. */
export const rejectRun = defineCall({
  name: "systemRuns/rejectRun",
  summary: "Reject the plan of a run",
  method: "POST",
  endpoint: `${ENDPOINT}/:oid/reject`,
  ...own,
  schema: { params: RunParams, responses: { 200: SystemRun } },
});

/** A cancelled run has changed nothing. ECONFLICT once the run has applied a part of its plan or has ended. */
export const cancelRun = defineCall({
  name: "systemRuns/cancelRun",
  summary: "Cancel a run",
  method: "POST",
  endpoint: `${ENDPOINT}/:oid/cancel`,
  ...own,
  schema: { params: RunParams, responses: { 200: SystemRun } },
});

/**
 * Ends a run that has applied a part of its plan and cannot go on. That part stays applied. ECONFLICT for any other run.
 */
export const abandonRun = defineCall({
  name: "systemRuns/abandonRun",
  summary: "Abandon a run that cannot go on",
  method: "POST",
  endpoint: `${ENDPOINT}/:oid/abandon`,
  ...own,
  schema: { params: RunParams, responses: { 200: SystemRun } },
});

/**
 * Takes back everything that an applied run changed, as a run of its own. ECONFLICT while a run is open, for objects that
 * something else has changed since, and 90 days after the run. If the client requires a second person for an HR system, the user
 * who started the run, or was the first to approve its plan, gets ECONFLICT too.
 */
export const undoRun = defineCall({
  name: "systemRuns/undoRun",
  summary: "Undo a run of a system",
  method: "POST",
  endpoint: `${ENDPOINT}/:oid/undo`,
  ...own,
  schema: { params: RunParams, responses: { 202: SystemRun } },
});

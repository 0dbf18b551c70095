/** Cases about access: opened from a finding, owned, commented and settled. */
import { Type } from "typebox";
import {
  Case,
  CASE_FILTERS,
  CaseChange,
  CaseDetail,
  CaseOwner,
  NewCase,
  NewComment,
} from "../entities/case.ts";
import {
  ClientParams,
  HalList,
  OneOf,
  PageQuery,
  PagingQuery,
  Text,
  Uuid,
} from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const CaseParams = Type.Object({ clientId: Uuid, caseId: Uuid });

/** Lists cases by `dueOn` (the default) or `createdAt`. */
export const listCases = defineCall({
  name: "cases/listCases",
  summary: "List cases",
  method: "GET",
  endpoint: "/api/clients/:clientId/cases",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      /** Cases that are not settled (the default), all, or those in one state. */
      show: Type.Optional(OneOf(CASE_FILTERS)),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("cases", Case) },
  },
});

/** The cases of one person that are not settled. */
export const listCasesForReport = defineCall({
  name: "cases/listCasesForReport",
  summary: "List the open cases of an identity",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/cases",
  permission: "RoleMapping",
  schema: {
    params: Type.Object({ clientId: Uuid, identityOid: Uuid }),
    query: PageQuery,
    responses: { 200: HalList("cases", Case) },
  },
});

export const getCase = defineCall({
  name: "cases/getCase",
  summary: "Get a case with its comments",
  method: "GET",
  endpoint: "/api/clients/:clientId/cases/:caseId",
  permission: "RoleMapping",
  schema: { params: CaseParams, responses: { 200: CaseDetail } },
});

/** ECONFLICT if the finding already has a case that is not settled. */
export const openCase = defineCall({
  name: "cases/openCase",
  summary: "Open a case about a finding",
  method: "POST",
  endpoint: "/api/clients/:clientId/cases",
  permission: "RoleMapping",
  schema: { params: ClientParams, body: NewCase, responses: { 201: CaseDetail } },
});

/** ECONFLICT if the case changed after the given version, or if the finding has another open case. */
export const updateCase = defineCall({
  name: "cases/updateCase",
  summary: "Change a case's state, owner and due date",
  method: "PUT",
  endpoint: "/api/clients/:clientId/cases/:caseId",
  permission: "RoleMapping",
  schema: { params: CaseParams, body: CaseChange, responses: { 200: CaseDetail } },
});

export const addCaseComment = defineCall({
  name: "cases/addCaseComment",
  summary: "Comment on a case",
  method: "POST",
  endpoint: "/api/clients/:clientId/cases/:caseId/comments",
  permission: "RoleMapping",
  schema: { params: CaseParams, body: NewComment, responses: { 201: CaseDetail } },
});

/** The client's active users by username. */
export const listCaseOwners = defineCall({
  name: "cases/listCaseOwners",
  summary: "List the users who can own cases",
  method: "GET",
  endpoint: "/api/clients/:clientId/case-owners",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ contains: Type.Optional(Typed(Text)), ...PageQuery.properties }),
    responses: { 200: HalList("owners", CaseOwner) },
  },
});

/** Cases about access: opened from a finding, owned, commented and settled. */
import { Type, type Static } from "typebox";
import {
  Case,
  CASE_FILTERS,
  CASE_KINDS,
  CaseChange,
  CaseDetail,
  CaseOwner,
  CasesChange,
  CHANGED_CASES_MAX,
  NewCase,
  NewComment,
} from "../entities/case.ts";
import {
  ClientParams,
  Count,
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

/** A query has no booleans; without the parameter, the answer is no. */
const Yes = Type.Optional(Type.Literal("true"));

const CaseFilters = {
  /** Cases that are not settled (the default), all, or those in one state. */
  show: Type.Optional(OneOf(CASE_FILTERS)),
  contains: Type.Optional(Typed(Text)),
  kind: Type.Optional(OneOf(CASE_KINDS)),
  ownerId: Type.Optional(Uuid),
  /** Only cases that nobody owns; not together with an owner. */
  unowned: Yes,
  /** Only cases that are not settled and were due before today (UTC). */
  overdue: Yes,
};
const Filters = Type.Object(CaseFilters);
export type CaseFilters = Static<typeof Filters>;

/** Lists cases by `dueOn` (the default), `createdAt` or `subject`. */
export const listCases = defineCall({
  name: "cases/listCases",
  summary: "List cases",
  method: "GET",
  endpoint: "/api/clients/:clientId/cases",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      ...CaseFilters,
      ...PagingQuery,
    }),
    responses: { 200: HalList("cases", Case) },
  },
});

/**
 * Changes the cases of the ids, or, with `all`, those that the filters find except the ids. Closing leaves settled cases
 * as they are. EINVALID for more than `CHANGED_CASES_MAX` cases or an owner who cannot own cases.
 */
export const changeCases = defineCall({
  name: "cases/changeCases",
  summary: "Close or assign many cases, or set their due date",
  method: "POST",
  endpoint: "/api/clients/:clientId/cases/bulk",
  permission: "RoleMapping",
  bodyLimit: 512 * 1024,
  schema: {
    params: ClientParams,
    body: Type.Object({
      all: Type.Boolean(),
      ids: Type.Array(Uuid, { maxItems: CHANGED_CASES_MAX }),
      filters: Filters,
      change: CasesChange,
    }),
    responses: { 200: Type.Object({ changed: Count, unchanged: Count }) },
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
    query: Type.Object({
      contains: Type.Optional(Typed(Text)),
      /** Only users who own a case. */
      owning: Yes,
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("owners", CaseOwner) },
  },
});

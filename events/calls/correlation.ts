/** Correlation: rules, simulations, the queue of accounts and decisions about them. */
import { Type } from "typebox";
import { Count, HalList, Nullable, OneOf, PagingQuery, Text, Uuid } from "../entities/common.ts";
import {
  Correlation,
  CorrelationResult,
  CorrelationRule,
  DECISIONS,
  RESULT_KINDS,
  RuleContent,
  Simulation,
  SimulationSettings,
  StoredDecision,
} from "../entities/correlation.ts";
import { NewIdentity } from "../entities/identityDraft.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Typed } from "../kernel/redaction.ts";

const RESOURCE = "/api/clients/:clientId/resources/:resourceId";
const RULES = `${RESOURCE}/correlation-rules`;
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const RuleParams = Type.Object({ clientId: Uuid, resourceId: Uuid, correlationRuleId: Uuid });
const SIMULATIONS = `${RESOURCE}/correlation/simulations`;
const SimulationParams = Type.Object({ clientId: Uuid, resourceId: Uuid, oid: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/** How the correlation stands: counts, the newest simulation, and which rules imports use. */
export const getCorrelation = defineCall({
  name: "correlation/getCorrelation",
  summary: "Get the state of a resource's correlation",
  method: "GET",
  endpoint: `${RESOURCE}/correlation`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: Correlation } },
});

/** All rules, by tier and by the order in which they were added. */
export const listCorrelationRules = defineCall({
  name: "correlation/listCorrelationRules",
  summary: "List the correlation rules of a resource",
  method: "GET",
  endpoint: RULES,
  ...own,
  schema: {
    params: ResourceParams,
    responses: { 200: HalList("correlationRules", CorrelationRule) },
  },
});

export const getCorrelationRule = defineCall({
  name: "correlation/getCorrelationRule",
  summary: "Get a correlation rule",
  method: "GET",
  endpoint: `${RULES}/:correlationRuleId`,
  ...own,
  schema: { params: RuleParams, responses: { 200: CorrelationRule } },
});

/** EINVALID for unknown attributes; ECONFLICT if the resource has the maximum number of rules. */
export const saveCorrelationRule = defineCall({
  name: "correlation/saveCorrelationRule",
  summary: "Add a correlation rule",
  method: "POST",
  endpoint: RULES,
  ...own,
  schema: { params: ResourceParams, body: RuleContent, responses: { 201: CorrelationRule } },
});

/** ECONFLICT if the rule changed after the given version. */
export const putCorrelationRule = defineCall({
  name: "correlation/putCorrelationRule",
  summary: "Save a correlation rule",
  method: "PUT",
  endpoint: `${RULES}/:correlationRuleId`,
  ...own,
  schema: {
    params: RuleParams,
    body: Type.Object({ ...RuleContent.properties, version: Count }),
    responses: { 200: CorrelationRule },
  },
});

export const deleteCorrelationRule = defineCall({
  name: "correlation/deleteCorrelationRule",
  summary: "Delete a correlation rule",
  method: "DELETE",
  endpoint: `${RULES}/:correlationRuleId`,
  ...own,
  schema: {
    params: RuleParams,
    query: Type.Object({ version: Type.Integer({ minimum: 0 }) }),
    responses: { 200: Type.Object({ id: Uuid }) },
  },
});

/** Simulations from then on use the limits; those that are done become outdated. EINVALID if they cross. */
export const saveCorrelationSettings = defineCall({
  name: "correlation/saveCorrelationSettings",
  summary: "Save the limits of a resource's correlation",
  method: "PUT",
  endpoint: `${RESOURCE}/correlation/settings`,
  ...own,
  schema: {
    params: ResourceParams,
    body: SimulationSettings,
    responses: { 200: SimulationSettings },
  },
});

/** Compares all accounts with all people in the background and changes nothing. ECONFLICT without rules, and while another runs. */
export const startSimulation = defineCall({
  name: "correlation/startSimulation",
  summary: "Simulate the correlation of a resource",
  method: "POST",
  endpoint: SIMULATIONS,
  ...own,
  schema: { params: ResourceParams, body: SimulationSettings, responses: { 201: Simulation } },
});

/** ECONFLICT once it has ended. */
export const cancelSimulation = defineCall({
  name: "correlation/cancelSimulation",
  summary: "Cancel a simulation",
  method: "POST",
  endpoint: `${SIMULATIONS}/:oid/cancel`,
  ...own,
  schema: { params: SimulationParams, responses: { 200: Simulation } },
});

/** Writes its links; imports use its rules from now on. ECONFLICT if it is not done, or if the rules or limits have changed. */
export const applySimulation = defineCall({
  name: "correlation/applySimulation",
  summary: "Apply the links of a simulation",
  method: "POST",
  endpoint: `${SIMULATIONS}/:oid/apply`,
  ...own,
  schema: { params: SimulationParams, responses: { 200: Simulation } },
});

/** Takes its links back, except where they have changed since. ECONFLICT unless it is the last that was applied. */
export const undoSimulation = defineCall({
  name: "correlation/undoSimulation",
  summary: "Take back the links of a simulation",
  method: "POST",
  endpoint: `${SIMULATIONS}/:oid/undo`,
  ...own,
  schema: { params: SimulationParams, responses: { 200: Simulation } },
});

/** Accounts that a simulation would change, or that a person may decide about. Accounts with a decision are left out. */
export const listResults = defineCall({
  name: "correlation/listResults",
  summary: "List the results of a simulation",
  method: "GET",
  endpoint: `${SIMULATIONS}/:oid/results`,
  ...own,
  schema: {
    params: SimulationParams,
    query: Type.Object({
      kind: Type.Optional(OneOf(RESULT_KINDS)),
      contains: Type.Optional(Typed(Text)),
      page: PagingQuery.page,
      size: PagingQuery.size,
    }),
    responses: { 200: HalList("results", CorrelationResult) },
  },
});

/** The newest first. */
export const listDecisions = defineCall({
  name: "correlation/listDecisions",
  summary: "List the decisions about accounts",
  method: "GET",
  endpoint: `${RESOURCE}/correlation/decisions`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ page: PagingQuery.page, size: PagingQuery.size }),
    responses: { 200: HalList("decisions", StoredDecision) },
  },
});

/**
 * Links the account or leaves it without an owner, and never asks again. ECONFLICT if it has a decision. `create` needs
 * the permission to create people: EFORBIDDEN without it, and ECONFLICT if the id is taken.
 */
export const decideAccount = defineCall({
  name: "correlation/decideAccount",
  summary: "Decide who owns an account",
  method: "POST",
  endpoint: `${RESOURCE}/correlation/decisions`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      objectClass: Text,
      objectId: Personal(Text),
      decision: OneOf(DECISIONS),
      /** Of `link` and `different`: the person. */
      identityOid: Nullable(Uuid),
      /** Of `create`: the person as entered. */
      newIdentity: Type.Optional(NewIdentity),
    }),
    responses: { 201: StoredDecision },
  },
});

/** The account gets the owner that it had before, unless its owner has changed since. */
export const undoDecision = defineCall({
  name: "correlation/undoDecision",
  summary: "Take back a decision about an account",
  method: "DELETE",
  endpoint: `${RESOURCE}/correlation/decisions/:decisionId`,
  ...own,
  schema: {
    params: Type.Object({ clientId: Uuid, resourceId: Uuid, decisionId: Uuid }),
    responses: { 200: Type.Object({ id: Uuid }) },
  },
});

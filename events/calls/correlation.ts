/** Correlation: rules, simulations, the queue of accounts and decisions about them. */
import { Type } from "typebox";
import { Count, HalList, Uuid } from "../entities/common.ts";
import { Correlation, CorrelationRule, RuleContent } from "../entities/correlation.ts";
import { defineCall } from "../kernel/call.ts";

const RESOURCE = "/api/clients/:clientId/resources/:resourceId";
const RULES = `${RESOURCE}/correlation-rules`;
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const RuleParams = Type.Object({ clientId: Uuid, resourceId: Uuid, correlationRuleId: Uuid });
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

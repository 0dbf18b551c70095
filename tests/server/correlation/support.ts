/** Steps that tests of correlation share. */
import { expect } from "vitest";
import type { CorrelationRule, RuleContent } from "#events/entities/correlation.ts";
import { rule } from "#server/demo/mappingDrafts.ts";
import type { Browser } from "../support/api.ts";

/** A rule that compares a field with one attribute. */
export function ruleOf(
  midpointUserFieldId: RuleContent["midpointUserFieldId"],
  attribute: string,
  more: Partial<RuleContent> = {},
): RuleContent {
  return rule(midpointUserFieldId, [attribute], more);
}

export async function addRule(
  browser: Browser,
  path: string,
  rule: RuleContent,
): Promise<CorrelationRule> {
  const added = await browser.post(`${path}/correlation-rules`, rule);
  expect(added.statusCode, added.body).toBe(201);
  return added.json() as CorrelationRule;
}

/** Example inputs of the calls of correlation: each needs a connected system. */
import * as calls from "#events/calls/correlation.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { addSystem, pathOf } from "../systems/support.ts";
import { addRule, ruleOf } from "./support.ts";

const RULE = ruleOf("email", "mail");

async function begin({ browser, clientId }: Place) {
  const { resourceId } = await addSystem(browser, clientId);
  return { params: { clientId, resourceId }, path: pathOf(clientId, resourceId) };
}

async function beginRule(place: Place) {
  const { params, path } = await begin(place);
  const { id, version } = await addRule(place.browser, path, RULE);
  return { params: { ...params, correlationRuleId: id }, version };
}

const ofSystem = async (place: Place) => ({ params: (await begin(place)).params });

export const examples: readonly Example[] = [
  example(calls.getCorrelation, ofSystem),
  example(calls.listCorrelationRules, ofSystem),
  example(calls.getCorrelationRule, async (place) => ({ params: (await beginRule(place)).params })),
  example(calls.saveCorrelationRule, async (place) => ({ ...(await ofSystem(place)), body: RULE })),
  example(calls.putCorrelationRule, async (place) => {
    const { params, version } = await beginRule(place);
    return { params, body: { ...RULE, version } };
  }),
  example(calls.deleteCorrelationRule, async (place) => {
    const { params, version } = await beginRule(place);
    return { params, query: { version } };
  }),
];

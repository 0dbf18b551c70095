/** Example inputs of the calls of correlation: each needs a connected system. */
import { randomUUID } from "node:crypto";
import {
  DEFAULT_SIMULATION,
  type Simulation,
  type StoredDecision,
} from "#events/entities/correlation.ts";
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

async function beginSimulation(place: Place) {
  const { params, path } = await begin(place);
  await addRule(place.browser, path, RULE);
  const started = await place.browser.post(`${path}/correlation/simulations`, DEFAULT_SIMULATION);
  return { params: { ...params, oid: (started.json() as Simulation).oid } };
}

async function simulationOf(place: Place, status: "done" | "applied") {
  const { params } = await beginSimulation(place);
  await place.api.app.services.db
    .updateTable("correlation_simulations")
    .set({ status })
    .where("oid", "=", params.oid)
    .execute();
  return { params };
}

const NO_OWNER = {
  objectClass: "user",
  objectId: "ann",
  decision: "none" as const,
  identityOid: null,
};

async function addAccount({ api }: Place, params: { clientId: string; resourceId: string }) {
  const { db } = api.app.services;
  const key = { client_id: params.clientId, resource_id: params.resourceId };
  await db
    .insertInto("accounts")
    .values({ ...key, id: randomUUID(), name: "ann" })
    .execute();
  await db
    .insertInto("system_objects")
    .values({
      ...key,
      object_class: "user",
      object_id: "ann",
      name: "ann",
      account_name: "ann",
      hash: Buffer.alloc(16),
      content: "{}",
      held: 0,
    })
    .execute();
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
  example(calls.saveCorrelationSettings, async (place) => ({
    ...(await ofSystem(place)),
    body: { linkFrom: 0.9, reviewFrom: 0.3 },
  })),
  example(calls.startSimulation, async (place) => {
    const { params, path } = await begin(place);
    await addRule(place.browser, path, RULE);
    return { params, body: DEFAULT_SIMULATION };
  }),
  example(calls.cancelSimulation, beginSimulation),
  example(calls.applySimulation, (place) => simulationOf(place, "done")),
  example(calls.undoSimulation, (place) => simulationOf(place, "applied")),
  example(calls.listResults, beginSimulation),
  example(calls.listDecisions, ofSystem),
  example(calls.decideAccount, async (place) => {
    const { params } = await begin(place);
    await addAccount(place, params);
    return { params, body: NO_OWNER };
  }),
  example(calls.undoDecision, async (place) => {
    const { params, path } = await begin(place);
    await addAccount(place, params);
    const decided = await place.browser.post(`${path}/correlation/decisions`, NO_OWNER);
    const { id } = decided.json() as StoredDecision;
    return { params: { ...params, decisionId: id } };
  }),
];

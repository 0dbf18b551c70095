/** Correlation: rules, simulations, and decisions about accounts. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/correlation.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { requireSystem } from "../systems/queries.ts";
import { decideAccount, DECISIONS_LIST, toDecision, undoDecision } from "./decisions.ts";
import { loadCorrelation } from "./queries.ts";
import { RESULT_COLUMNS, RESULTS } from "./results.ts";
import { deleteRule, listRules, putRule, requireRule, saveRule } from "./rules.ts";
import { saveCorrelationSettings } from "./settings.ts";
import {
  applySimulation,
  cancelSimulation,
  requireSimulation,
  startSimulation,
  undoSimulation,
} from "./simulations.ts";

const placeOf = (
  { resourceId }: { readonly resourceId: string },
  client: { readonly id: string },
) => ({ clientId: client.id, resourceId: resourceId.toLowerCase() });

const simulationPlaceOf = (
  params: { readonly resourceId: string; readonly oid: string },
  client: { readonly id: string },
) => ({ ...placeOf(params, client), oid: params.oid.toLowerCase() });

export function mountCorrelation(app: FastifyInstance): void {
  mountCall(app, calls.getCorrelation, async ({ params }, { client, db }) => ({
    status: 200,
    body: await loadCorrelation(db, placeOf(params, client)),
  }));

  mountCall(app, calls.listCorrelationRules, async ({ params }, { client, db }) => {
    const correlationRules = await listRules(db, placeOf(params, client));
    const page = wholePage(correlationRules.length);
    return { status: 200, body: { _embedded: { correlationRules }, page } };
  });

  mountCall(app, calls.getCorrelationRule, async ({ params }, { client, db }) => ({
    status: 200,
    body: await requireRule(db, placeOf(params, client), params.correlationRuleId.toLowerCase()),
  }));

  mountCall(app, calls.saveCorrelationRule, async ({ params, body }, context) => ({
    status: 201,
    body: await saveRule(context, placeOf(params, context.client), body),
  }));

  mountCall(app, calls.putCorrelationRule, async ({ params, body }, context) => {
    const id = params.correlationRuleId.toLowerCase();
    return { status: 200, body: await putRule(context, placeOf(params, context.client), id, body) };
  });

  mountCall(app, calls.deleteCorrelationRule, async ({ params, query }, context) => {
    const id = params.correlationRuleId.toLowerCase();
    const place = placeOf(params, context.client);
    return { status: 200, body: await deleteRule(context, place, id, query.version) };
  });
  mountCall(app, calls.saveCorrelationSettings, async ({ params, body }, context) => ({
    status: 200,
    body: await saveCorrelationSettings(context, placeOf(params, context.client), body),
  }));
  mountSimulations(app);
  mountDecisions(app);
}

function mountSimulations(app: FastifyInstance): void {
  mountCall(app, calls.startSimulation, async ({ params, body }, context) => ({
    status: 201,
    body: await startSimulation(context, placeOf(params, context.client), body),
  }));

  mountCall(app, calls.cancelSimulation, async ({ params }, context) => ({
    status: 200,
    body: await cancelSimulation(context, simulationPlaceOf(params, context.client)),
  }));

  mountCall(app, calls.applySimulation, async ({ params }, context) => ({
    status: 200,
    body: await applySimulation(context, simulationPlaceOf(params, context.client)),
  }));

  mountCall(app, calls.undoSimulation, async ({ params }, context) => ({
    status: 200,
    body: await undoSimulation(context, simulationPlaceOf(params, context.client)),
  }));

  mountCall(app, calls.listResults, async ({ params, query }, { client, db }) => {
    const place = simulationPlaceOf(params, client);
    await requireSimulation(db, place);
    const { kind, contains, ...paging } = query;
    const { items, page } = await readList(db, RESULTS, { ...place, kind, contains }, paging);
    return { status: 200, body: { _embedded: { results: items }, page } };
  });

  mountCsvExport(app, calls.listResults, {
    fileName: "correlation.csv",
    list: RESULTS,
    selection: ({ params, query: { kind, contains } }, clientId) => ({
      ...simulationPlaceOf(params, { id: clientId }),
      kind,
      contains,
    }),
    columns: RESULT_COLUMNS,
  });
}

function mountDecisions(app: FastifyInstance): void {
  mountCall(app, calls.listDecisions, async ({ params, query }, { client, db }) => {
    const place = placeOf(params, client);
    await requireSystem(db, place);
    const { items, page } = await readList(db, DECISIONS_LIST, place, query);
    return { status: 200, body: { _embedded: { decisions: items.map(toDecision) }, page } };
  });

  mountCall(app, calls.decideAccount, async ({ params, body }, context) => ({
    status: 201,
    body: await decideAccount(context, placeOf(params, context.client), body),
  }));

  mountCall(app, calls.undoDecision, async ({ params }, context) => ({
    status: 200,
    body: await undoDecision(
      context,
      placeOf(params, context.client),
      params.decisionId.toLowerCase(),
    ),
  }));
}

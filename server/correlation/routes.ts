/** Correlation: rules, simulations, and decisions about accounts. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/correlation.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { loadCorrelation } from "./queries.ts";
import { deleteRule, listRules, putRule, requireRule, saveRule } from "./rules.ts";

const placeOf = (
  { resourceId }: { readonly resourceId: string },
  client: { readonly id: string },
) => ({ clientId: client.id, resourceId: resourceId.toLowerCase() });

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
}

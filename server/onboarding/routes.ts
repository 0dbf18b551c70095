/** How far the setup of a client is, and the mails that say so. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/onboarding.ts";
import { mountCall } from "../mount.ts";
import { readAttention } from "./attention.ts";
import { announceComplete } from "./commands.ts";
import { readOnboarding } from "./queries.ts";

export function mountOnboarding(app: FastifyInstance): void {
  mountCall(app, calls.getOnboarding, async (_input, context) => ({
    status: 200,
    body: await readOnboarding(context),
  }));

  mountCall(app, calls.getAttention, async (_input, context) => ({
    status: 200,
    body: await readAttention(context),
  }));

  mountCall(app, calls.completeEmail, async ({ body: { resources } }, context) => ({
    status: 200,
    body: await announceComplete(context, resources),
  }));
}

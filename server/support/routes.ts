/** Support requests: created, and listed for their users and for user administrators. */
import type { FastifyInstance } from "fastify";
import { getSupportContact, listSupportRequests, requestSupport } from "#events/calls/support.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import { createRequest } from "./commands.ts";
import { listRequests } from "./queries.ts";

export function mountSupport(app: FastifyInstance): void {
  mountCall(app, requestSupport, async ({ body }, context) => ({
    status: 201,
    body: await createRequest(context, body),
  }));

  mountCall(app, getSupportContact, async (_input, { services: { config } }) => ({
    status: 200,
    body: { email: config.supportEmail, phone: config.supportPhone },
  }));

  mountCall(app, listSupportRequests, async ({ query }, { db, client, user }) => {
    const userId = holdsGroup(user, "EditAllUsers") ? null : user.id;
    const selection = { clientId: client.id, userId };
    const { supportRequests, page } = await listRequests(db, selection, query);
    return { status: 200, body: { _embedded: { supportRequests }, page } };
  });
}

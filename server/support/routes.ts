/** Support requests: created, and listed for their users and for user administrators. */
import type { FastifyInstance } from "fastify";
import { getSupportContact, listSupportRequests, requestSupport } from "#events/calls/support.ts";
import { mountList } from "../lists/mountList.ts";
import { mountCall } from "../mount.ts";
import { createRequest } from "./commands.ts";
import { readableBy, REQUESTS, toSupportRequest } from "./queries.ts";

export function mountSupport(app: FastifyInstance): void {
  mountCall(app, requestSupport, async ({ body }, context) => ({
    status: 201,
    body: await createRequest(context, body),
  }));

  mountCall(app, getSupportContact, async (_input, { services: { config } }) => ({
    status: 200,
    body: {
      email: config.supportEmail,
      phone: config.supportPhone,
      logDays: config.supportLogDays,
    },
  }));

  mountList(app, listSupportRequests, {
    name: "supportRequests",
    list: REQUESTS,
    selection: (_input, reader) => readableBy(reader),
    toItem: toSupportRequest,
  });
}

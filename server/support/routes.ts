/** Support requests: created, and listed for their users and for user administrators. */
import type { FastifyInstance } from "fastify";
import {
  getSupportContact,
  getSupportLog,
  listSupportRequests,
  requestSupport,
} from "#events/calls/support.ts";
import { message } from "#events/messages/message.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import type { CallContext } from "../callContext.ts";
import { ApiError } from "../plugins/errors.ts";
import { createRequest } from "./commands.ts";
import { listRequests, readLog, type RequestSelection } from "./queries.ts";

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

  mountCall(app, listSupportRequests, async ({ query }, context) => {
    const { supportRequests, page } = await listRequests(context.db, readableBy(context), query);
    return { status: 200, body: { _embedded: { supportRequests }, page } };
  });

  mountCall(app, getSupportLog, async ({ params: { requestId } }, context) => {
    const log = await readLog(context.db, readableBy(context), requestId);
    if (log === null) throw new ApiError("ENOTFOUND", message("support.noLog"));
    return { status: 200, body: log };
  });
}

/** User administrators read the requests of all users, other users their own. */
function readableBy({ client, user }: CallContext): RequestSelection {
  return { clientId: client.id, userId: holdsGroup(user, "EditAllUsers") ? null : user.id };
}

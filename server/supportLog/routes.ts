/** The event log of a support request, for those who may read the request. */
import type { FastifyInstance } from "fastify";
import { getSupportLog } from "#events/calls/supportLog.ts";
import { message } from "#events/messages/message.ts";
import { mountCall } from "../mount.ts";
import { ApiError } from "../plugins/errors.ts";
import { readableBy } from "../support/queries.ts";
import { readLog } from "./logs.ts";

export function mountSupportLog(app: FastifyInstance): void {
  mountCall(app, getSupportLog, async ({ params: { requestId } }, { client, db, user }) => {
    const log = await readLog(db, readableBy({ clientId: client.id, user }), requestId);
    if (log === null) throw new ApiError("ENOTFOUND", message("support.noLog"));
    return { status: 200, body: log };
  });
}

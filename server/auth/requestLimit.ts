/** How often one user may ask: more than any screen does. What is beyond costs a look at the session, and no more. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { message } from "#events/messages/message.ts";
import { ApiError } from "../plugins/errors.ts";

const SECONDS = 10;

declare module "fastify" {
  interface FastifyInstance {
    /** @throws ApiError ETOOMANYREQUESTS where the user asks too often, in all sessions together. */
    limitRequests(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** Of public calls those that try passwords or send mail have limits of their own. */
export function limitRequestsOfUsers(app: FastifyInstance): void {
  const count = app.createRateLimit({
    max: app.services.config.requestsPerSecond * SECONDS,
    timeWindow: SECONDS * 1000,
    keyGenerator: ({ access }) => access?.user?.id ?? "",
  });
  app.decorate("limitRequests", async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.access?.user) return;
    const state = await count(request);
    if (state.isAllowed || !state.isExceeded) return;
    reply.header("retry-after", state.ttlInSeconds);
    throw new ApiError(
      "ETOOMANYREQUESTS",
      message("requests.tooMany", { time: state.ttlInSeconds }),
    );
  });
}

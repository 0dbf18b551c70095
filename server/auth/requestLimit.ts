/** The request limit per user, above what any screen needs. A request beyond it costs one session lookup. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { message } from "#events/messages/message.ts";
import { ApiError } from "../plugins/errors.ts";

const SECONDS = 10;

declare module "fastify" {
  interface FastifyInstance {
    /** @throws ApiError ETOOMANYREQUESTS if the user sends too many requests in all sessions together. */
    limitRequests(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
}

/** Public calls that try passwords or send mail have their own limits. */
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

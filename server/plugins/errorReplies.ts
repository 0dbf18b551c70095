/** Every failure leaves the server as {code, message, fields?}; what nobody expected is logged with its cause. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toApiError } from "./errors.ts";

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const apiError = toApiError(error);
  if (apiError.statusCode >= 500) request.log.error({ err: error }, apiError.message);
  // A streamed report that breaks in its midst: the client must not take what it has for the whole.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  void reply.code(apiError.statusCode).type("application/json; charset=utf-8").send(apiError.body);
}

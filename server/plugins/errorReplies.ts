/** Every failure leaves the server as {code, message, fields?}; what nobody expected is logged with its cause. */
import type { Socket } from "node:net";
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "#events/entities/error.ts";
import { message } from "#events/messages/message.ts";
import { errorCode } from "../db/errors.ts";
import { ApiError, toApiError } from "./errors.ts";
import { isOfApi, isOpened, isRead, pathOf } from "./requests.ts";
import { bareHeaders } from "./security.ts";

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Who asked has gone before the first byte: that is no fault, and nobody reads an answer.
  if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed) return;
  const apiError = toApiError(error);
  log(request, apiError, error);
  // A streamed report that breaks in its midst: the client must not take what it has for the whole.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  void reply.code(apiError.statusCode).type("application/json; charset=utf-8").send(apiError.body);
}

/** What somebody does who tries what they may not, or guesses. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "EFORBIDDEN",
  "EBADCSRFTOKEN",
  "EBADTOKEN",
  "ETOOMANYREQUESTS",
]);

/** Without the query and without values, which may be secrets. */
function log(
  request: FastifyRequest,
  { code, statusCode, message, fields }: ApiError,
  cause: unknown,
) {
  if (statusCode >= 500) return request.log.error({ err: cause }, message);
  const isRefusal = REFUSALS.has(code);
  if (!isRefusal && code !== "EINVALID") return;
  const what = {
    code,
    method: request.method,
    path: pathOf(request.url),
    address: request.ip,
    user: request.access?.user?.id ?? null,
    ...(fields && { fields: fields.map(({ path }) => path) }),
  };
  if (isRefusal) request.log.warn(what, "Refused");
  else request.log.info(what, "Invalid");
}

/**
 * Answers errors that Fastify meets before it knows a route, such as an address that cannot be decoded: whoever opens
 * that in a browser is led to a page that says so.
 */
export function earlyErrorSender(behindTls: boolean): typeof sendError {
  return (error, request, reply) => {
    reply.headers(bareHeaders(behindTls));
    const isPage = isRead(request) && isOpened(request) && !isOfApi(pathOf(request.url));
    if (isPage && errorCode(error) === "FST_ERR_BAD_URL") void reply.redirect("/errors/404");
    else sendError(error, request, reply);
  };
}

/** What is not even HTTP gets the same answer, written by hand, and the connection ends. */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const { statusCode, body } = new ApiError("EINVALID", message("requests.malformed"));
  const text = JSON.stringify(body);
  const headers = Object.entries(bareHeaders(false)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${statusCode} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `${headers.join("")}content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

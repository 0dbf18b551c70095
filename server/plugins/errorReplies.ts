/** Every failure is answered as {code, message, fields?}. Unexpected errors are logged with their cause. */
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
  // The client disconnected before the first byte. That is no error, and no answer is needed.
  if (errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE" && reply.raw.destroyed) return;
  const apiError = toApiError(error);
  log(request, apiError, error);
  // A streamed report that breaks off: the client must not mistake it for a complete one.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  void reply.code(apiError.statusCode).type("application/json; charset=utf-8").send(apiError.body);
}

/** Refusals that indicate guessing or attempts without permission. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "EFORBIDDEN",
  "EBADCSRFTOKEN",
  "EBADTOKEN",
  "ETOOMANYREQUESTS",
]);

/** Without the query and values, which may be secret. */
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
 * Answers errors before routing, such as an address that cannot be decoded. A browser is redirected to a page that
 * explains it.
 */
export function earlyErrorSender(behindTls: boolean): typeof sendError {
  return (error, request, reply) => {
    reply.headers(bareHeaders(behindTls));
    const isPage = isRead(request) && isOpened(request) && !isOfApi(pathOf(request.url));
    if (isPage && errorCode(error) === "FST_ERR_BAD_URL") void reply.redirect("/errors/404");
    else sendError(error, request, reply);
  };
}

/** A request that is not HTTP gets the same answer, written by hand, and the connection closes. */
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

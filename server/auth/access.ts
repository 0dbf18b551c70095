/** Authentication and authorisation of a request: the same checks before every call. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Client } from "#events/entities/client.ts";
import type { User } from "#events/entities/user.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import { decideAccess } from "#events/rules/permissions.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import { message } from "#events/messages/message.ts";
import { ApiError, notFound, notPermitted } from "../plugins/errors.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { Services } from "../services.ts";
import { readCookie } from "./session/cookies.ts";
import { resumeSession } from "./session/queries.ts";

export interface Access {
  readonly cookie: string | null;
  /** null for a public call. */
  readonly user: User | null;
  /** The client of the path; null for a call without one. */
  readonly client: Client | null;
}

/**
 * Checks the session, then the user's request limit, CSRF token, permission and client. The response to a request with
 * a cookie has the cookie's token.
 *
 * @throws ApiError EBADSESSION, ETOOMANYREQUESTS, EBADCSRFTOKEN, EFORBIDDEN or ENOTFOUND.
 */
export async function checkAccess(
  services: Services,
  call: AnyCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Access> {
  const cookie = readCookie(request);
  if (cookie) reply.header(CSRF_HEADER, services.csrf.tokenOf(cookie));
  const user = call.permission === "public" ? null : await requireUser(services, request, cookie);
  // The log names users who are refused from here on.
  request.access = { cookie, user, client: null };
  await request.server.limitRequests(request, reply);
  if (call.method !== "GET" && call.method !== "HEAD") requireToken(services, request, cookie);
  const { resourceId } = request.params as { readonly resourceId?: string };
  if (decideAccess(user, call, resourceId) !== "allowed") {
    throw notPermitted();
  }
  return { cookie, user, client: user && clientOf(call, request, user) };
}

async function requireUser(
  { db, config, now }: Services,
  request: FastifyRequest,
  cookie: string | null,
): Promise<User> {
  const use = { now: now(), length: config.sessionLength, address: request.ip };
  const user = cookie && (await resumeSession(db, { ...use, cookie }));
  if (user) return user;
  throw new ApiError("EBADSESSION", message("accounts.notSignedIn"));
}

function requireToken(services: Services, request: FastifyRequest, cookie: string | null): void {
  const token = request.headers[CSRF_HEADER];
  if (cookie && typeof token === "string" && services.csrf.isToken(cookie, token)) return;
  throw new ApiError("EBADCSRFTOKEN", message("requests.badToken"));
}

/** Another user's client gets the same answer as a missing one. */
function clientOf(call: AnyCall, request: FastifyRequest, user: User): Client | null {
  const inPath = (request.params as { readonly clientId?: string }).clientId;
  const clientId = inPath ?? (namesClient(call) ? clientInQuery(request, user) : undefined);
  // The parameter check refuses malformed ids.
  if (clientId === undefined || !isUuid(clientId)) return null;
  const client = user.clients.find(({ id }) => id === clientId.toLowerCase());
  if (client) return client;
  throw notFound("clients.notFound");
}

/** Whether the call takes its client from the query, because its path has none. */
function namesClient({ schema: { query } }: AnyCall): boolean {
  return query !== undefined && "properties" in query && "clientId" in (query.properties as object);
}

/**
 * The user's first client if the query names none. As in all queries, an empty parameter counts as absent.
 *
 * @throws ApiError ENOTFOUND for a user without clients.
 */
function clientInQuery(request: FastifyRequest, user: User): string {
  const { clientId } = request.query as { readonly clientId?: string | readonly string[] };
  if (clientId !== undefined && clientId !== "") {
    return typeof clientId === "string" ? clientId : "";
  }
  const [first] = user.clients;
  if (!first) throw notFound("clients.notFound");
  return first.id;
}

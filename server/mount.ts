/** Mounts a call on the server as declared: route, access checks, input checks, declared replies. */
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import type { Milliseconds } from "#events/entities/common.ts";
import { ErrorBody } from "#events/entities/error.ts";
import type {
  AnyCall,
  CallDefinition,
  CallSchema,
  InputOf,
  ReplyKind,
  ReplyOf,
} from "#events/kernel/call.ts";
import { message } from "#events/messages/message.ts";
import type { AccessGraphs } from "./access/loadGraph.ts";
import { type Access, checkAccess } from "./auth/access.ts";
import type { TransferLimit } from "./auth/transferLimit.ts";
import { CheckedBody } from "./bodies/largeBodies.ts";
import { prepareBody, type PreparedBody, type PreparedCall } from "./bodies/preparations.ts";
import { type CallContext, createContext } from "./callContext.ts";
import { preferredFormat } from "./plugins/accept.ts";
import { ApiError } from "./plugins/errors.ts";
import { operationOf } from "./plugins/openapi/operation.ts";
import { compileCheck, type RequestPart } from "./plugins/validation.ts";
import type { Services } from "./services.ts";

declare module "fastify" {
  interface FastifyInstance {
    services: Services;
    /** Names of the mounted calls. */
    mountedCalls: Set<string>;
    /** Calls with larger requests or responses than others. */
    transfers: TransferLimit;
    accessGraphs: AccessGraphs;
  }
  interface FastifyRequest {
    access: Access | null;
    begunAt: Date | null;
  }
}

/** The body of a `bytes` reply. */
export interface StreamReply {
  readonly status: 200;
  readonly body: Readable;
  /** Media type of the body, one of the call's formats; null for JSON text. */
  readonly format: string | null;
  /** Bytes of the body; null if unknown in advance. */
  readonly size: number | null;
}

/** A declared reply. A `bytes` call returns its 200 as a stream. */
export type HandlerReply<Schema extends CallSchema, Reply extends ReplyKind> = Reply extends "bytes"
  ? Exclude<ReplyOf<Schema>, { readonly status: 200 }> | StreamReply
  : ReplyOf<Schema>;

export type Handler<Schema extends CallSchema, Reply extends ReplyKind> = (
  input: InputOf<Schema>,
  context: CallContext,
) => Promise<HandlerReply<Schema, Reply>>;

/** Of a call whose body is prepared before its handler gets it. */
export type PreparedHandler<
  Name extends PreparedCall,
  Schema extends CallSchema,
  Reply extends ReplyKind,
> = (
  input: Omit<InputOf<Schema>, "body"> & { readonly body: PreparedBody<Name> },
  context: CallContext,
) => Promise<HandlerReply<Schema, Reply>>;

/** A handler, whatever its call. */
type AnyHandler = (
  input: never,
  context: CallContext,
) => Promise<{ readonly status: number; readonly body: unknown } | StreamReply>;

const JSON_TYPE = "application/json; charset=utf-8";
const PARTS = ["params", "query", "body"] as const satisfies readonly RequestPart[];

/**
 * The body limit of public calls, which any address may send up to its rate limit: reporting the errors of a 1 MiB body
 * takes 0.2 s. A name, a password and a path, or a provider's code, take a few kilobytes.
 */
const PUBLIC_BODY_LIMIT = 32 * 1024;

/**
 * A sender whose body takes longer may have been signed out, archived or given other roles, so the access check is
 * repeated.
 */
const SLOW_BODY: Milliseconds = 1000;

/** @param options Fastify route options, such as a rate limit. */
export function mountCall<Name extends string, Schema extends CallSchema, Reply extends ReplyKind>(
  app: FastifyInstance,
  call: CallDefinition<Name, Schema, Reply>,
  handler: Handler<Schema, Reply>,
  options: RouteShorthandOptions = {},
): void {
  mount(app, call, handler, options);
}

/** Mounts a call that has a preparation. */
export function mountPreparedCall<
  Name extends PreparedCall,
  Schema extends CallSchema,
  Reply extends ReplyKind,
>(
  app: FastifyInstance,
  call: CallDefinition<Name, Schema, Reply>,
  handler: PreparedHandler<Name, Schema, Reply>,
): void {
  mount(app, call, handler, {});
}

function mount(
  app: FastifyInstance,
  call: AnyCall,
  handler: AnyHandler,
  options: RouteShorthandOptions,
): void {
  const { services } = app;
  const checks = PARTS.flatMap((part) => {
    const schema = call.schema[part];
    return schema ? [[part, compileCheck(schema, part)] as const] : [];
  });
  const checkReply = services.checkReplies ? replyCheck(call) : null;
  const isLarge = call.reply === "bytes" || call.bodyLimit !== undefined;
  app.mountedCalls.add(call.name);
  app.route({
    ...(call.permission === "public" && { bodyLimit: PUBLIC_BODY_LIMIT }),
    ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
    ...options,
    config: { ...options.config, call: call.name },
    method: call.method,
    url: call.endpoint,
    schema: routeSchema(call),
    onRequest: async (request, reply) => {
      request.begunAt = services.now();
      const access = await checkAccess(services, call, request, reply).catch(noContentFor(call));
      if (access === null) return reply.code(204).send();
      request.access = access;
      if (isLarge && access.user) app.transfers.begin(access.user.id, reply);
    },
    handler: async (request, reply) => {
      const took = services.now().getTime() - (request.begunAt?.getTime() ?? 0);
      if (call.permission !== "public" && took > SLOW_BODY) {
        request.access = await checkAccess(services, call, request, reply);
      }
      const input = Object.fromEntries(
        checks.map(([part, check]) => [part, readPart(call, request, part, check)]),
      );
      const { formats = [] } = call;
      if (formats.length > 0) reply.header("vary", "accept");
      const format = preferredFormat(request.headers.accept, formats);
      const answer = await handler(
        input as never,
        createContext(call, request.access, request, reply, format),
      );
      if (isStreamReply(answer)) {
        if (answer.size !== null) reply.header("content-length", answer.size);
        return reply.type(answer.format ?? JSON_TYPE).send(answer.body);
      }
      checkReply?.(answer.status, answer.body);
      return reply.code(answer.status).type(JSON_TYPE).send(answer.body);
    },
  });
}

/** A part of the request, checked; a large body was checked and prepared where it was read. */
function readPart(
  call: AnyCall,
  request: FastifyRequest,
  part: RequestPart,
  check: (value: unknown) => unknown,
): unknown {
  const value = request[part];
  if (value instanceof CheckedBody) return value.value;
  const checked = check(value);
  return part === "body" ? prepareBody(call.name, checked) : checked;
}

/** Null for a visitor whom the call answers with 204; every other refusal is thrown on. */
function noContentFor({ visitorsGetNoContent }: AnyCall): (error: unknown) => null {
  return (error) => {
    if (visitorsGetNoContent && error instanceof ApiError && error.code === "EBADSESSION") {
      return null;
    }
    throw error;
  };
}

/** Answers 405 for undeclared methods on a declared path. */
export function refuseOtherMethods(app: FastifyInstance, calls: readonly AnyCall[]): void {
  for (const endpoint of new Set(calls.map((call) => call.endpoint))) {
    const mounted = calls.filter((call) => call.endpoint === endpoint);
    const allowed = new Set(mounted.map(({ method }) => method));
    if (allowed.has("GET")) allowed.add("HEAD");
    const refused = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).filter(
      (method) => !allowed.has(method),
    );
    app.route({
      method: refused,
      url: endpoint,
      exposeHeadRoute: false,
      schema: { hide: true },
      // Runs before the body is read.
      onRequest: async (request, reply) => {
        reply.header("allow", [...allowed].join(", "));
        throw new ApiError("EMETHOD", message("requests.badMethod", { method: request.method }));
      },
      handler: async () => null,
    });
  }
}

/** For the OpenAPI description only. The handler does the checks. */
function routeSchema(call: AnyCall) {
  const { name, schema, formats = [] } = call;
  const { 200: body } = schema.responses;
  const content = formats.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
  const inFormats = { ...Object.fromEntries(content), "application/json": { schema: body } };
  return {
    operationId: name.replace("/", "."),
    ...operationOf(call),
    tags: [name.slice(0, name.indexOf("/"))],
    ...(schema.params && { params: schema.params }),
    ...(schema.query && { querystring: schema.query }),
    ...(schema.body && { body: schema.body }),
    response: {
      ...schema.responses,
      ...(formats.length > 0 && { 200: { content: inFormats } }),
      ...(call.visitorsGetNoContent && {
        204: { type: "null", description: "Nobody is signed in." },
      }),
      "4xx": ErrorBody,
      "5xx": ErrorBody,
    },
  };
}

const replyValidators = new WeakMap<TSchema, Validator>();

function replyCheck(call: AnyCall): (status: number, body: unknown) => void {
  const { responses }: { readonly responses: Readonly<Record<number, TSchema>> } = call.schema;
  return (status, body) => {
    const schema = responses[status];
    if (!schema) throw new Error(`${call.name} declares no reply of status ${status}`);
    const validator = replyValidators.get(schema) ?? Compile(schema);
    replyValidators.set(schema, validator);
    const sent: unknown = JSON.parse(JSON.stringify(body));
    if (validator.Check(sent)) return;
    throw new Error(
      `${call.name} answers ${status} against its schema: ${JSON.stringify(validator.Errors(sent))}`,
    );
  };
}

function isStreamReply(answer: { readonly status: number }): answer is StreamReply {
  return "format" in answer;
}

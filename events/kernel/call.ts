/**
 * An API call is declared once: method, endpoint, schemas, permission and its three events. The client runs the
 * definition, the server mounts it, and tests iterate over all of them.
 */
import { Type, type Static, type TProperties, type TSchema } from "typebox";
import type { Permission, PermissionGroup } from "../rules/permissions.ts";
import { defineEvent, type EventDefinition, type EventInfo } from "./event.ts";
import { MessageSchema } from "./message.ts";

export const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"] as const;
export type Method = (typeof METHODS)[number];

/** The states of a request group. */
export const REQUEST_STATUSES = ["NotStarted", "InProgress", "Success", "Fail"] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export interface CallSchema {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** By HTTP status. Every listed status is a success. */
  readonly responses: Readonly<Record<number, TSchema>>;
}

type Part<
  Schema extends CallSchema,
  Key extends "params" | "query" | "body",
> = Schema[Key] extends TSchema
  ? { readonly [K in Key]: Static<Schema[Key]> }
  : { readonly [K in Key]?: undefined };

/** The input of a call: the path parameters, query and body of its schema. */
export type InputOf<Schema extends CallSchema> = Part<Schema, "params"> &
  Part<Schema, "query"> &
  Part<Schema, "body">;

export type ReplyKind = "json" | "bytes";

/** Byte payloads for the worker: a mining report, or the roles of a policy. */
export type HeldBytes = "report" | "policy";

/** The logged body of a `bytes` reply: its digest instead of its content. */
export const BytesDigest = Type.Object({ digest: Type.String(), size: Type.Integer() });
export type BytesDigest = Static<typeof BytesDigest>;

/** The answer of a call: one of its statuses with that status's body. */
export type ReplyOf<Schema extends CallSchema, Reply extends ReplyKind = "json"> = {
  [Status in keyof Schema["responses"] & number]: {
    readonly status: Status;
    readonly body: [Reply, Status] extends ["bytes", 200]
      ? BytesDigest
      : Schema["responses"][Status] extends TSchema
        ? Static<Schema["responses"][Status]>
        : never;
  };
}[keyof Schema["responses"] & number];

/** Why a call failed. `status` is null if there was no response. */
export const FailureSchema = Type.Object({
  status: Type.Union([Type.Integer(), Type.Null()]),
  code: Type.String(),
  reason: MessageSchema,
  fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), reason: MessageSchema }))),
});
export type Failure = Static<typeof FailureSchema>;

export type ActionFunctions<
  Name extends string = string,
  Schema extends CallSchema = CallSchema,
  Reply extends ReplyKind = ReplyKind,
> = readonly [
  requested: EventDefinition<`${Name}Requested`, InputOf<Schema>>,
  succeeded: EventDefinition<`${Name}Succeeded`, ReplyOf<Schema, Reply>>,
  failed: EventDefinition<`${Name}Failed`, Failure>,
];

export interface CallSpec<
  Name extends string = string,
  Schema extends CallSchema = CallSchema,
  Reply extends ReplyKind = ReplyKind,
> {
  readonly name: Name;
  /** A short summary for the API description, verb first. Every call has one. */
  readonly summary?: string;
  readonly method: Method;
  /** A path with `:params`, in the server's syntax. */
  readonly endpoint: string;
  readonly schema: Schema;
  readonly permission: Permission;
  /** The call concerns the resource of the path's `:resourceId`, which the user must be able to open. */
  readonly resourceScoped?: boolean;
  /** Also allowed for users who manage resources of their own. The handler limits itself to those (`policyResources`). */
  readonly orOwnResources?: boolean;
  /** Open as well to holders of this permission group. */
  readonly orGroup?: PermissionGroup;
  /** The maximum body size in bytes, if it exceeds that of other calls. */
  readonly bodyLimit?: number;
  /** The body of a request whose caller passes none. */
  readonly data?: Readonly<Record<string, unknown>> | readonly unknown[];
  /** `bytes`: the body of a 200 stays undecoded and goes to the worker. */
  readonly reply?: Reply;
  /** The worker's meaning of a `bytes` reply. Only such replies have one. */
  readonly holds?: HeldBytes;
  /** The reply for every success status other than 200, whatever its body. */
  readonly inProgress?: { readonly status: number; readonly body: unknown };
  /** A visitor gets 204 instead of 401, which browsers report as an error. For the client both are EBADSESSION. */
  readonly visitorsGetNoContent?: boolean;
  /** Media types of a `bytes` reply besides JSON, selected by `Accept`. */
  readonly formats?: readonly string[];
  /** False: a failure sets only the status, and its error is not stored. */
  readonly storesFailure?: boolean;
  /** The version of the request event, if the input has changed; defaults to the first. */
  readonly requestedVersion?: number;
  /** The version of the success event, if its body has changed; defaults to the first. */
  readonly succeededVersion?: number;
  /** Fields of the success body that only logs of earlier builds contain. */
  readonly formerFields?: Readonly<Record<string, TSchema>>;
  /** The three events, if they are declared elsewhere. */
  readonly actions?: ActionFunctions<Name, Schema, Reply>;
}

/** A call without its type parameters, for lists and loops. */
export interface AnyCall {
  readonly name: string;
  readonly summary?: string;
  readonly method: Method;
  readonly endpoint: string;
  readonly schema: CallSchema;
  readonly permission: Permission;
  readonly resourceScoped?: boolean;
  readonly orOwnResources?: boolean;
  readonly orGroup?: PermissionGroup;
  readonly bodyLimit?: number;
  readonly reply: ReplyKind;
  readonly holds?: HeldBytes;
  readonly inProgress?: { readonly status: number; readonly body: unknown };
  readonly visitorsGetNoContent?: boolean;
  readonly formats?: readonly string[];
  readonly storesFailure?: boolean;
  readonly requested: EventInfo;
  readonly succeeded: EventInfo;
  readonly failed: EventInfo;
  readonly reset: EventInfo;
}

export interface CallDefinition<
  Name extends string = string,
  Schema extends CallSchema = CallSchema,
  Reply extends ReplyKind = ReplyKind,
> extends AnyCall {
  readonly name: Name;
  readonly schema: Schema;
  readonly reply: Reply;
  readonly data?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly requested: EventDefinition<`${Name}Requested`, InputOf<Schema>>;
  readonly succeeded: EventDefinition<`${Name}Succeeded`, ReplyOf<Schema, Reply>>;
  readonly failed: EventDefinition<`${Name}Failed`, Failure>;
  /** Resets the status to NotStarted. */
  readonly reset: EventDefinition<`${Name}Reset`, Record<string, never>>;
}

/**
 * Declares a call.
 *
 * @throws Error for a misconfigured definition: see `checkCall`.
 */
export function defineCall<
  const Name extends string,
  const Schema extends CallSchema,
  Reply extends ReplyKind = "json",
>(spec: CallSpec<Name, Schema, Reply>): CallDefinition<Name, Schema, Reply> {
  checkCall(spec);
  const reply = spec.reply ?? ("json" as Reply);
  const [requested, succeeded, failed] = spec.actions ?? callActions(spec, reply);
  return {
    ...spec,
    reply,
    requested,
    succeeded,
    failed,
    reset: defineEvent(`${spec.name}Reset`, 1, Type.Unsafe<Record<string, never>>(Type.Object({}))),
  };
}

function callActions<Name extends string, Schema extends CallSchema, Reply extends ReplyKind>(
  {
    name,
    schema,
    requestedVersion = 1,
    succeededVersion = 1,
    formerFields,
  }: CallSpec<Name, Schema, Reply>,
  reply: Reply,
): ActionFunctions<Name, Schema, Reply> {
  const parts = (["params", "query", "body"] as const).flatMap((key) => {
    const part = schema[key];
    return part ? [[key, part] as const] : [];
  });
  const replies = Object.entries(schema.responses).map(([status, body]) =>
    Type.Object({
      status: Type.Literal(Number(status)),
      body: reply === "bytes" && status === "200" ? BytesDigest : withFields(body, formerFields),
    }),
  );
  return [
    defineEvent(
      `${name}Requested`,
      requestedVersion,
      Type.Unsafe<InputOf<Schema>>(Type.Object(Object.fromEntries(parts))),
    ),
    defineEvent(
      `${name}Succeeded`,
      succeededVersion,
      Type.Unsafe<ReplyOf<Schema, Reply>>(Type.Union(replies)),
    ),
    defineEvent(`${name}Failed`, 2, FailureSchema),
  ];
}

function withFields(body: TSchema, fields: Readonly<Record<string, TSchema>> | undefined): TSchema {
  if (!fields || !("properties" in body)) return body;
  const added = Object.entries(fields).map(
    ([name, field]) => [name, Type.Optional(field)] as const,
  );
  return Type.Object({ ...(body.properties as TProperties), ...Object.fromEntries(added) });
}

/**
 * Rejects an invalid call definition, which may come from untyped code.
 *
 * @throws Error naming the first problem.
 */
export function checkCall(spec: {
  readonly [Key in keyof CallSpec]?: unknown;
}): void {
  const name = String(spec.name);
  if (typeof spec.endpoint !== "string") throw new Error(`Call ${name}: endpoint must be a string`);
  if (!METHODS.some((method) => method === spec.method)) {
    throw new Error(`Call ${name}: method ${String(spec.method)} is not supported`);
  }
  if (spec.schema === null || typeof spec.schema !== "object") {
    throw new Error(`Call ${name}: a schema is required`);
  }
  if ((spec.reply === "bytes") !== (spec.holds !== undefined)) {
    throw new Error(`Call ${name}: a reply of bytes, and no other, holds something for the worker`);
  }
  if (spec.actions !== undefined) {
    const actions: unknown = spec.actions;
    if (
      !Array.isArray(actions) ||
      actions.length !== 3 ||
      actions.some((action) => typeof action !== "function")
    ) {
      throw new Error(`Call ${name}: exactly three action functions are required`);
    }
  }
  if (spec.data !== undefined && (spec.data === null || typeof spec.data !== "object")) {
    throw new Error(`Call ${name}: data must be an object`);
  }
}

/** The path of a call with its parameters filled in, each encoded as one segment. */
export function fillEndpoint(
  endpoint: string,
  params: Readonly<Record<string, string>> = {},
): string {
  return endpoint.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined || value === "")
      throw new Error(`${endpoint} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

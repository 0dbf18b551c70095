/** Runs the declared calls: records request and outcome, and keeps the status of each request group. */
import {
  createEffect,
  createEvent,
  createStore,
  sample,
  type Event,
  type EventCallable,
  type Store,
} from "effector";
import type {
  AnyCall,
  CallDefinition,
  CallSchema,
  Failure,
  InputOf,
  ReplyKind,
  ReplyOf,
  RequestStatus,
} from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import type { MessageCode } from "#events/messages/message.ts";
import type { PreparedList } from "./serializedBody.ts";
import { createProjection, endsSession, type Step } from "./projection.ts";
import { appendFx, createAction, createFollowUp, onLive, type Happening } from "./recorder.ts";

export interface SendRequest {
  readonly call: AnyCall;
  readonly input: {
    readonly params?: unknown;
    readonly query?: unknown;
    /** Sent as JSON; a `PreparedList` is sent verbatim. */
    readonly body?: unknown;
  };
  /** The id of the recorded request. */
  readonly requestId: string;
}

export interface SendReply {
  readonly status: number;
  readonly body: unknown;
}

/** Port: sends a request. It always fails with a `Failure`. */
export const sendFx = createEffect<SendRequest, SendReply, Failure>({
  sid: "kernel/send",
  handler: () => {
    throw new Error("The app was started without a network port");
  },
});

export interface RequestState {
  readonly status: RequestStatus;
  /** The failure for the screen; null if there is none or another part reports it. */
  readonly failure: Failure | null;
}

/** An input whose list body may be serialized elsewhere. */
type Startable<Input> = Input extends { readonly body: infer Body }
  ? [Extract<Body, readonly unknown[]>] extends [never]
    ? Input
    : Omit<Input, "body"> & { readonly body: Body | PreparedList }
  : Input;

export interface Call<Schema extends CallSchema, Reply extends ReplyKind> {
  readonly definition: CallDefinition<string, Schema, Reply>;
  /** Starts a request; `cause` is the event that caused it. */
  readonly start: EventCallable<Startable<InputOf<Schema>> & { readonly cause: string | null }>;
  /** Resets the status to NotStarted. */
  readonly reset: EventCallable<Record<string, never>>;
  readonly $request: Store<RequestState>;
  readonly $status: Store<RequestStatus>;
  readonly requested: Event<Happening<InputOf<Schema>>>;
  readonly succeeded: Event<Happening<ReplyOf<Schema, Reply>>>;
  readonly failed: Event<Happening<Failure>>;
}

/** Whether a screen reports a failed call. The end of the session is reported once for all calls that it refused. */
export function isReportable({ code }: Pick<Failure, "code">): boolean {
  return code !== "EBADSESSION";
}

/** Why a call failed: the problem of the first refused field, if any. */
export function reasonOf({ reason, fields }: Pick<Failure, "reason" | "fields">): Message {
  return fields?.[0]?.reason ?? reason;
}

/** Codes of refusals of outdated changes that do not end in `.changedElsewhere`. */
const OUTDATED: ReadonlySet<string> = new Set<MessageCode>([
  "orgs.stale",
  "policies.periodChangedElsewhere",
  "requests.changed",
]);

/**
 * Whether a change was refused because somebody else changed its subject first. A form that has fetched the saved values can
 * send its draft again.
 */
export function isOutdated({ reason }: Pick<Failure, "reason">): boolean {
  return reason.code.endsWith(".changedElsewhere") || OUTDATED.has(reason.code);
}

/** Why something failed, with the rest of the failure if a call did. */
export type Reason = Pick<Failure, "reason"> & Partial<Failure>;

/** What a screen reports of a failure; null if it does not report it. */
export function reportOf({ code, ...failure }: Reason): Message | null {
  return code === undefined || isReportable({ code }) ? reasonOf(failure) : null;
}

/** Whether a failure means that the thing does not exist; a malformed id in the address counts, too. */
export function isMissing(failure: Failure | null): boolean {
  return failure?.status === 404 || failure?.status === 400;
}

const NOT_STARTED: RequestState = { status: "NotStarted", failure: null };

export interface FailedCall extends Happening<Failure> {
  readonly call: string;
}

/** Any failed call; live only. */
export const anyCallFailed = createEvent<FailedCall>();

/** The types of the failed events of all wired calls. */
const failedTypes = new Set<string>();

/** A projection's reducer for the failure of any call. */
export function onAnyCallFailed<State>(
  evolve: (state: State, failure: Failure, envelope: Envelope) => State,
): Step<State> {
  return {
    type: (type) => failedTypes.has(type),
    evolve: (state, envelope) => evolve(state, envelope.payload as Failure, envelope),
  };
}

/** Requests without an answer yet. */
const $waiting = createStore<ReadonlySet<string>>(new Set(), { serialize: "ignore" })
  .on(sendFx, (waiting, { requestId }) => new Set([...waiting, requestId]))
  .on(sendFx.finally, (waiting, { params }) => {
    const rest = new Set(waiting);
    rest.delete(params.requestId);
    return rest;
  });

/** Drop replies that belong to an ended session, so that the next user does not get them. */
const $dropped = createStore<ReadonlySet<string>>(new Set(), { serialize: "ignore" });
sample({
  clock: appendFx.doneData,
  source: $waiting,
  filter: (_waiting, { envelope }) => endsSession(envelope.type),
  target: $dropped,
});

/** Wires a call into the app; once per definition. */
export function createCall<Name extends string, Schema extends CallSchema, Reply extends ReplyKind>(
  definition: CallDefinition<Name, Schema, Reply>,
): Call<Schema, Reply> {
  const start = createEvent<Startable<InputOf<Schema>> & { readonly cause: string | null }>({
    name: `${definition.name}Start`,
  });
  failedTypes.add(definition.failed.type);
  const requestedNow = createFollowUp(definition.requested);
  const succeededNow = createFollowUp(definition.succeeded);
  const failedNow = createFollowUp(definition.failed);
  const reset = createAction(definition.reset);

  sample({
    clock: start,
    fn: ({ cause, ...input }) => ({ payload: input as unknown as InputOf<Schema>, cause }),
    target: requestedNow,
  });
  const requested = onLive(definition.requested);
  sample({
    clock: requested,
    fn: ({ payload, id }): SendRequest => ({
      call: definition,
      input: { ...payload, body: payload.body ?? definition.data },
      requestId: id,
    }),
    target: sendFx,
  });
  // Public calls belong to no session.
  const isPublic = definition.permission === "public";
  const isOurs = (dropped: ReadonlySet<string>, { call, requestId }: SendRequest) =>
    call === definition && (isPublic || !dropped.has(requestId));
  sample({
    clock: sendFx.done,
    source: $dropped,
    filter: (dropped, { params }) => isOurs(dropped, params),
    fn: (_dropped, { params, result }) => ({
      payload: result as unknown as ReplyOf<Schema, Reply>,
      cause: params.requestId,
    }),
    target: succeededNow,
  });
  sample({
    clock: sendFx.fail,
    source: $dropped,
    filter: (dropped, { params }) => isOurs(dropped, params),
    fn: (_dropped, { params, error }) => ({ payload: error, cause: params.requestId }),
    target: failedNow,
  });
  const failed = onLive(definition.failed);
  sample({
    clock: failed,
    fn: (happening): FailedCall => ({ ...happening, call: definition.name }),
    target: anyCallFailed,
  });

  const $request = createProjection<RequestState>(
    `call/${definition.name}`,
    NOT_STARTED,
    (on) => [
      on(definition.requested, () => ({ status: "InProgress", failure: null })),
      on(definition.succeeded, () => ({ status: "Success", failure: null })),
      on(definition.failed, (_state, failure) => ({
        status: "Fail",
        failure: definition.storesFailure !== false && isReportable(failure) ? failure : null,
      })),
      on(definition.reset, () => NOT_STARTED),
    ],
    { version: 2 },
  );
  return {
    definition,
    start,
    reset,
    $request,
    $status: $request.map(({ status }) => status),
    requested,
    succeeded: onLive(definition.succeeded),
    failed,
  };
}

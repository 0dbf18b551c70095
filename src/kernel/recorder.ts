/**
 * The single entry point of events. `appendFx` (a port) assigns seq, id and time to each draft. The result is recorded,
 * and projections listen only to `recorded`. Reactions listen to `onLive`, which fires for live events only: a replay
 * fires `recorded` and therefore never calls the server.
 */
import {
  createEffect,
  createEvent,
  createStore,
  sample,
  type Event,
  type EventCallable,
} from "effector";
import type { Envelope, EventDefinition, EventInfo } from "#events/kernel/event.ts";
import { recordable } from "#events/kernel/redaction.ts";
import { shorten } from "./truncation.ts";
import { dispatchByType } from "./dispatchByType.ts";

export interface AppendRequest {
  readonly definition: EventInfo;
  readonly payload: unknown;
  readonly cause: string | null;
}

export interface Appended {
  readonly envelope: Envelope;
  /** The original payload, secrets included; it lives only while reactions run. */
  readonly payload: unknown;
}

/** The input of a reaction. */
export interface Happening<Payload> {
  readonly payload: Payload;
  readonly id: string;
  readonly time: number;
  /** The id of the causing event. */
  readonly cause: string | null;
}

/** Port: stamps an event. `createAppend` creates its handler. */
export const appendFx = createEffect<AppendRequest, Appended>({
  sid: "kernel/append",
  handler: () => {
    throw new Error("The app was started without an append port");
  },
});

/** Every recorded event, live or replayed. */
export const recorded = createEvent<Envelope>({ sid: "kernel/recorded" });

sample({ clock: appendFx.doneData, fn: ({ envelope }) => envelope, target: recorded });

/** `recorded`, for one event type. */
export const recordedOf = dispatchByType(recorded, ({ type }) => type);

/**
 * The log of the current session; another session starts its own list. `entries` only grows and is shared between
 * states, `length` is the state.
 */
export interface Log {
  readonly entries: readonly Envelope[];
  readonly length: number;
}

export const $log = createStore<Log>(
  { entries: [], length: 0 },
  { sid: "kernel/log", serialize: "ignore" },
).on(recorded, (log, envelope) => {
  // Pushes each event, because copying the list would make recording quadratic. The first event creates a new list.
  const goesOn = log.entries[0]?.session === envelope.session;
  const entries = goesOn ? (log.entries as Envelope[]) : [];
  entries.push(envelope);
  return { entries, length: entries.length };
});

export interface AppendPort {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** The log session of an event; called once for each, in order. */
  readonly sessionOf: (draft: { readonly type: string; readonly payload: unknown }) => string;
}

/** The live append port: one sequence for the life of the app. */
export function createAppend({
  now,
  newId,
  sessionOf,
}: AppendPort): (request: AppendRequest) => Appended {
  let seq = 0;
  return ({ definition, payload, cause }) => {
    seq += 1;
    return {
      payload,
      envelope: {
        seq,
        id: newId(),
        session: sessionOf({ type: definition.type, payload }),
        time: now(),
        cause,
        type: definition.type,
        version: definition.version,
        payload: shorten(recordable(definition.schema, payload), payload),
      },
    };
  };
}

const catalogue = new Map<string, EventInfo>();

/** Every event that the app can record, by type, for tests against the declared events. */
export function recordableEvents(): ReadonlyMap<string, EventInfo> {
  return catalogue;
}

function register(definition: EventInfo): void {
  const known = catalogue.get(definition.type);
  if (known && known !== definition) {
    throw new Error(`Two events are declared as ${definition.type}`);
  }
  catalogue.set(definition.type, definition);
}

/** An Effector event whose every call is recorded as a user action. */
export function createAction<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
): EventCallable<Payload> {
  register(definition);
  const act = createEvent<Payload>({ name: definition.type });
  sample({
    clock: act,
    fn: (payload): AppendRequest => ({ definition, payload, cause: null }),
    target: appendFx,
  });
  return act;
}

export interface FollowUp<Payload> {
  readonly payload: Payload;
  /** The id of the causing event. */
  readonly cause: string | null;
}

/** Like `createAction`, for actions of the app itself because of another event. */
export function createFollowUp<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
): EventCallable<FollowUp<Payload>> {
  register(definition);
  const follow = createEvent<FollowUp<Payload>>({ name: definition.type });
  sample({
    clock: follow,
    fn: ({ payload, cause }): AppendRequest => ({ definition, payload, cause }),
    target: appendFx,
  });
  return follow;
}

/** Any live event, after it was recorded. */
export const liveEvent: Event<{ readonly type: string; readonly id: string }> =
  appendFx.doneData.map(({ envelope: { type, id } }) => ({ type, id }));

const appendedOf = dispatchByType(appendFx.doneData, ({ envelope }) => envelope.type);

/** Live events of one type, with any payload. */
export function liveOf(type: string): Event<Happening<unknown>> {
  return appendedOf(type).map(({ envelope: { id, time, cause }, payload }) => ({
    payload,
    id,
    time,
    cause,
  }));
}

/** Fires after the event was recorded and all projections have evolved; live only, never in a replay. */
export function onLive<Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
): Event<Happening<Payload>> {
  // The definition determines the payload of its events.
  return liveOf(definition.type) as Event<Happening<Payload>>;
}

/**
 * "Latest request wins" for every query and every page of a list. A unit derives the wanted input from its state. If it
 * differs from the last requested input or is stale, the next live event starts a request. `query/wanted` names the
 * unit, so that each of several callers of one call gets its own answers.
 */
import { createEvent, createStore, sample, type EventCallable, type Store } from "effector";
import { navigated, screenOpened } from "#events/actions/app.ts";
import { queryWanted } from "#events/actions/queries.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import { dispatchByType } from "./dispatchByType.ts";
import { parsePath } from "./navigation.ts";
import type { On, Step } from "./projection.ts";
import { createFollowUp, liveEvent, onLive } from "./recorder.ts";

export interface Latest {
  readonly wantedId: string | null;
  /** null until the request was recorded; kept after its answer. */
  readonly requestId: string | null;
  readonly isBusy: boolean;
  /** The same input must be requested again. */
  readonly isStale: boolean;
  readonly failure: Failure | null;
  /** The pathname of the screen that opened last: another screen requests again. */
  readonly pathname: string | null;
}

export const NOT_ASKED: Latest = {
  wantedId: null,
  requestId: null,
  isBusy: false,
  isStale: false,
  failure: null,
  pathname: null,
};

/** The events of a call, from which a unit reads its answers. */
export interface CallEvents<Input, Answer> {
  readonly requested: EventDefinition<string, Input>;
  readonly succeeded: EventDefinition<string, Answer>;
  readonly failed: EventDefinition<string, Failure>;
}

interface WithLatest {
  readonly latest: Latest;
}

/** An event to which a unit reacts, such as by requesting the same input again; an event definition is one. */
export interface Trigger {
  readonly type: string;
  /** Whether it reacts to an event with that payload; by default to each. */
  readonly when?: (payload: unknown, latest: Latest) => boolean;
}

/** Some of the events of a type. */
export function triggerWhen<Payload>(
  { type }: EventDefinition<string, Payload>,
  when: (payload: Payload, latest: Latest) => boolean,
): Trigger {
  // The envelope was created from this definition, so its payload has the definition's shape.
  return { type, when: (payload, latest) => when(payload as Payload, latest) };
}

/** The address changed and its screen stays, such as to another open row. */
export const addressChanged = triggerWhen(
  navigated,
  ({ path }, { pathname }) => parsePath(path).pathname === pathname,
);

/** The steps by which a unit reacts to events. */
export function triggerSteps<State extends WithLatest>(
  triggers: readonly Trigger[],
  evolve: (state: State) => State,
): readonly Step<State>[] {
  return triggers.map(({ type, when }) => ({
    type,
    evolve: (state, { payload }) =>
      when === undefined || when(payload, state.latest) ? evolve(state) : state,
  }));
}

/** How a unit handles the answers to its newest request. */
export interface LatestSteps<State, Input, Answer> {
  readonly requested?: (state: State, input: Input) => State;
  readonly succeeded: (state: State, answer: Answer) => State;
  readonly failed?: (state: State, failure: Failure) => State;
  /** Another screen opened. */
  readonly opened?: (state: State) => State;
  /** Whether another screen requests the same input again (default). */
  readonly refreshOnOpen?: boolean;
  /** Events after which the same input is requested again. */
  readonly refreshOn?: readonly Trigger[];
  /** Whether nothing else starts the call: each request is the unit's, also in logs of builds that recorded no want. */
  readonly ownsCall?: boolean;
}

/** A projection's reducers that track its newest request. */
export function latestSteps<State extends WithLatest, Input, Answer>(
  on: On<State>,
  name: string,
  call: CallEvents<Input, Answer>,
  {
    requested,
    succeeded,
    failed,
    opened,
    refreshOnOpen = true,
    refreshOn = [],
    ownsCall = false,
  }: LatestSteps<State, Input, Answer>,
): readonly Step<State>[] {
  const isAnswered = ({ latest }: State, cause: string | null) =>
    cause !== null && cause === latest.requestId;
  const withLatest = (state: State, change: Partial<Latest>): State => ({
    ...state,
    latest: { ...state.latest, ...change },
  });
  return [
    on(queryWanted, (state, { query }, { id }) =>
      query === name
        ? withLatest(state, {
            wantedId: id,
            requestId: null,
            isBusy: true,
            isStale: false,
            failure: null,
          })
        : state,
    ),
    on(call.requested, (state, input, { id, cause }) =>
      ownsCall || (cause !== null && cause === state.latest.wantedId)
        ? withLatest(requested?.(state, input) ?? state, {
            requestId: id,
            isBusy: true,
            failure: null,
          })
        : state,
    ),
    on(call.succeeded, (state, answer, { cause }) =>
      isAnswered(state, cause) ? withLatest(succeeded(state, answer), { isBusy: false }) : state,
    ),
    on(call.failed, (state, failure, { cause }) =>
      isAnswered(state, cause)
        ? withLatest(failed?.(state, failure) ?? state, { isBusy: false, failure })
        : state,
    ),
    on(screenOpened, (state, { path }) => {
      const { pathname } = parsePath(path);
      return pathname === state.latest.pathname
        ? state
        : withLatest(opened?.(state) ?? state, {
            pathname,
            isStale: state.latest.isStale || refreshOnOpen,
          });
    }),
    ...triggerSteps<State>(refreshOn, (state) => withLatest(state, { isStale: true })),
  ];
}

const wantNow = createFollowUp(queryWanted);
const wantedOf = dispatchByType(onLive(queryWanted), ({ payload }) => payload.query);

/** The last requested input; outside of the log, because only live events request. */
interface Asked<Input> {
  readonly input: Input;
  readonly json: string;
  /** The newest want at the time of the request. While it is still the newest, the request is in progress. */
  readonly after: string | null;
}

/**
 * Starts a request whenever the wanted input differs from that of the newest request, or is stale.
 *
 * @param $wanted null if nothing is wanted
 */
export function fetchLatest<Input extends object>(
  name: string,
  call: { readonly start: EventCallable<Input & { readonly cause: string | null }> },
  $wanted: Store<Input | null>,
  $latest: Store<Latest>,
): void {
  const ask = createEvent<{ readonly asked: Asked<Input> | null; readonly cause: string }>();
  const $asked = createStore<Asked<Input> | null>(null, { serialize: "ignore" }).on(
    ask,
    (_asked, { asked }) => asked,
  );
  sample({
    clock: liveEvent,
    source: { wanted: $wanted, latest: $latest, asked: $asked },
    filter: ({ wanted, latest, asked }, { type }) =>
      type !== queryWanted.type && isDue(wanted, latest, asked),
    fn: ({ wanted, latest }, { id }) => ({
      asked: wanted && { input: wanted, json: jsonOf(wanted), after: latest.wantedId },
      cause: id,
    }),
    target: ask,
  });
  sample({
    clock: ask,
    filter: ({ asked }) => asked !== null,
    fn: ({ cause }) => ({ payload: { query: name }, cause }),
    target: wantNow,
  });
  sample({
    clock: wantedOf(name),
    source: $asked,
    filter: (asked: Asked<Input> | null): asked is Asked<Input> => asked !== null,
    fn: ({ input }, { id }) => ({ ...input, cause: id }),
    target: call.start,
  });
}

function isDue<Input extends object>(
  wanted: Input | null,
  latest: Latest,
  asked: Asked<Input> | null,
): boolean {
  if (wanted === null) return asked !== null;
  if (asked === null || jsonOf(wanted) !== asked.json) return true;
  return latest.isStale && latest.wantedId !== asked.after;
}

const texts = new WeakMap<object, string>();

/** Inputs are compared as JSON, each serialized once. */
function jsonOf(input: object): string {
  const known = texts.get(input) ?? JSON.stringify(input);
  texts.set(input, known);
  return known;
}

/** One server resource as state: fetched while it is wanted, and kept while it is fetched again. */
import { combine, type EventCallable, type Store } from "effector";
import type { Failure } from "#events/kernel/call.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import { isReportable } from "./calls.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type CallEvents, type Latest } from "./latest.ts";
import { createProjection, type On, type ProjectionOptions, type Step } from "./projection.ts";

export interface QueryState<Value> {
  readonly latest: Latest;
  readonly value: Value | null;
  /** The input of the value, as JSON; null while there is no value. */
  readonly valueOf: string | null;
  /** The last requested input, as JSON. */
  readonly inputOf: string | null;
}

/** The query's state for views. */
export interface Query<Value> {
  /** The value of the wanted input; that of another input is never shown. */
  readonly value: Value | null;
  readonly status: "loading" | "ready" | "failed";
  /** Whether the value is being fetched, for the first time or again. */
  readonly isBusy: boolean;
  readonly failure: Failure | null;
}

/** A wired call with its definition. */
interface QueryCall<Input, Answer> {
  readonly definition: CallEvents<Input, Answer>;
  readonly start: EventCallable<Input & { readonly cause: string | null }>;
}

interface QueryOptions<Input, Answer, Value> {
  readonly call: QueryCall<Input, Answer>;
  /** The wanted input; null if nothing is wanted. */
  readonly input: Store<Input | null>;
  readonly valueOf: (answer: Answer) => Value;
  /** Whether another screen fetches it again (default); false for data that is constant during a session. */
  readonly refreshOnOpen?: boolean;
  /** Events after which it is fetched again, such as the success of a call that changes it. */
  readonly refreshOn?: readonly EventInfo[];
  /** Whether a failed fetch clears the value; otherwise (default) the previous value stays. */
  readonly emptyOnFailure?: boolean;
  /**
   * Whether nothing else starts the call: each request is the query's, also in logs of builds that recorded no want.
   */
  readonly ownsCall?: boolean;
  /** Changes of the value by events without a request. A running fetch is older, and restarts. */
  readonly changes?: (
    on: <Payload>(
      event: EventDefinition<string, Payload>,
      evolve: (value: Value, payload: Payload) => Value,
    ) => Step<QueryState<Value>>,
  ) => readonly Step<QueryState<Value>>[];
  readonly options?: ProjectionOptions;
}

/**
 * Declares a query.
 *
 * @param name the unique name of its projection
 */
export function createQuery<Input extends object, Answer, Value>(
  name: string,
  {
    call,
    input,
    valueOf,
    refreshOnOpen,
    refreshOn,
    emptyOnFailure = false,
    ownsCall,
    changes,
    options,
  }: QueryOptions<Input, Answer, Value>,
): Store<Query<Value>> {
  const initial: QueryState<Value> = {
    latest: NOT_ASKED,
    value: null,
    valueOf: null,
    inputOf: null,
  };
  const $state = createProjection<QueryState<Value>>(
    name,
    initial,
    (on: On<QueryState<Value>>) => [
      ...latestSteps(on, name, call.definition, {
        requested: (state: QueryState<Value>, asked) => ({
          ...state,
          inputOf: JSON.stringify(asked),
        }),
        succeeded: (state, answer) => ({
          ...state,
          value: valueOf(answer),
          valueOf: state.inputOf,
        }),
        ...(emptyOnFailure && { failed: (state) => ({ ...state, value: null }) }),
        ...(ownsCall && { ownsCall }),
        ...(refreshOn && { refreshOn }),
        ...(refreshOnOpen !== undefined && { refreshOnOpen }),
      }),
      ...(changes?.((event, evolve) =>
        on(event, (state, payload) => {
          const value = state.value === null ? null : evolve(state.value, payload);
          if (value !== null && value === state.value) return state;
          const { latest } = state;
          return {
            ...state,
            value,
            latest: { ...latest, isStale: latest.isStale || latest.isBusy },
          };
        }),
      ) ?? []),
    ],
    { version: 2, ...options },
  );
  fetchLatest(
    name,
    call,
    input,
    $state.map(({ latest }) => latest),
  );
  return combine($state, input, (state, wanted): Query<Value> => {
    const { isBusy } = state.latest;
    const failure = wanted === null ? null : state.latest.failure;
    const value = wanted !== null && state.valueOf === state.inputOf ? state.value : null;
    return {
      value,
      isBusy,
      failure: failure !== null && isReportable(failure) ? failure : null,
      status: value !== null ? "ready" : failure !== null ? "failed" : "loading",
    };
  });
}

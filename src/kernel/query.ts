/** One resource of the server as state: fetched while it is wanted, kept while it is fetched again. */
import { combine, type EventCallable, type Store } from "effector";
import type { Failure } from "#events/kernel/call.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import { isReportable } from "./calls.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type CallEvents, type Latest } from "./latest.ts";
import { createProjection, type On, type ProjectionOptions, type Step } from "./projection.ts";

interface QueryState<Value> {
  readonly latest: Latest;
  readonly value: Value | null;
  /** The input that the value answers, as JSON; null while there is no value. */
  readonly valueOf: string | null;
  /** The input that was asked for last, as JSON. */
  readonly inputOf: string | null;
}

/** What a view sees of a query. */
export interface Query<Value> {
  /** Of the wanted input; the value of another input is never shown. */
  readonly value: Value | null;
  readonly status: "loading" | "ready" | "failed";
  /** Whether the value is being fetched, for the first time or again. */
  readonly isBusy: boolean;
  readonly failure: Failure | null;
}

/** A wired call, and its definition. */
interface QueryCall<Input, Answer> {
  readonly definition: CallEvents<Input, Answer>;
  readonly start: EventCallable<Input & { readonly cause: string | null }>;
}

interface QueryOptions<Input, Answer, Value> {
  readonly call: QueryCall<Input, Answer>;
  /** What is asked for; null while nothing is. */
  readonly input: Store<Input | null>;
  readonly valueOf: (answer: Answer) => Value;
  /** Whether another screen fetches it again (default); false for what stays the same for a session. */
  readonly refreshOnOpen?: boolean;
  /** Events after which it is fetched again, such as the success of a call that changes it. */
  readonly refreshOn?: readonly EventInfo[];
  /** Whether a failed fetch leaves no value; otherwise (default) the value of before stays. */
  readonly emptyOnFailure?: boolean;
  /** Whether nothing else starts the call: each request is the query's, also in logs of builds that recorded no want. */
  readonly ownsCall?: boolean;
  /** Changes of the value that events bring without a request. A fetch that is under way is older, and starts again. */
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
 * @param name unique; that of its projection
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

/**
 * Forms as state: what was typed lies over what is saved. So a failed save keeps what was typed, and newer values of the
 * server come under it. `guardUnsaved` asks before typed work is left.
 */
import { sample, type Event, type EventCallable, type Store } from "effector";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import { unsavedNow } from "./navigation.ts";
import { createProjection, type On, type Step } from "./projection.ts";
import type { Consequence, Happening } from "./recorder.ts";

export type FieldProblems<Values> = Readonly<Partial<Record<keyof Values, string>>>;

/** A form without what is saved. */
export interface Typed<Values> {
  readonly values: Readonly<Partial<Values>>;
  readonly problems: FieldProblems<Values>;
  /** Why the last save failed, where no field can say it. */
  readonly failure: Failure | null;
}

export function nothingTyped<Values>(): Typed<Values> {
  return { values: {} as Partial<Values>, problems: {} as FieldProblems<Values>, failure: null };
}

/** What is wrong with a field is told until the field is changed. */
export function typeInto<Values, Field extends keyof Values>(
  typed: Typed<Values>,
  field: Field,
  value: Values[Field],
): Typed<Values> {
  return {
    ...typed,
    values: { ...typed.values, [field]: value },
    problems: { ...typed.problems, [field]: undefined },
  };
}

/** A list of problems as an event has it. */
export interface TypedProblem {
  readonly field: string;
  readonly message: string;
}

export function listProblems(problems: Readonly<Record<string, string>>): TypedProblem[] {
  return Object.entries(problems).map(([field, message]) => ({ field, message }));
}

/** The form was not sent. */
export function refuseTyped<Values>(
  typed: Typed<Values>,
  problems: readonly TypedProblem[],
): Typed<Values> {
  return { ...typed, failure: null, problems: byField(problems) };
}

/** The server refused it: what it says of fields of the body stands at them. */
export function failTyped<Values>(typed: Typed<Values>, failure: Failure): Typed<Values> {
  const named = (failure.fields ?? []).flatMap(({ path, message }) => {
    const [, field] = /^\/body\/([A-Za-z]+)$/.exec(path) ?? [];
    return field ? [{ field, message }] : [];
  });
  return { ...typed, problems: byField(named), failure: named.length > 0 ? null : failure };
}

function byField<Values>(problems: readonly TypedProblem[]): FieldProblems<Values> {
  const named = problems.map(({ field, message }) => [field, message]);
  return Object.fromEntries(named) as FieldProblems<Values>;
}

export interface Form<Values> extends Omit<Typed<Values>, "values"> {
  readonly saved: Values;
  readonly values: Values;
  /** Fields whose values are not the saved ones. */
  readonly changed: readonly (keyof Values)[];
}

export function formOf<Values extends object>(
  saved: Values,
  { values, ...rest }: Typed<Values>,
): Form<Values> {
  const all = { ...saved, ...values };
  const changed = (Object.keys(saved) as (keyof Values)[]).filter(
    (field) => JSON.stringify(all[field]) !== JSON.stringify(saved[field]),
  );
  return { ...rest, saved, values: all, changed };
}

/** What happens to every form. */
interface FormEvents {
  readonly save: {
    readonly succeeded: EventInfo;
    readonly failed: EventDefinition<string, Failure>;
  };
  readonly refused: EventDefinition<string, { problems: TypedProblem[] }>;
}

/**
 * Declares what is typed into a form; a save that succeeds empties it.
 *
 * @param name that of a projection
 * @param further the steps that type into its fields, and what else empties it
 */
export function createTyped<Values>(
  name: string,
  { save, refused }: FormEvents,
  further: (on: On<Typed<Values>>) => readonly Step<Typed<Values>>[],
): Store<Typed<Values>> {
  return createProjection(name, nothingTyped<Values>(), (on) => [
    { type: save.succeeded.type, evolve: () => nothingTyped<Values>() },
    on(save.failed, failTyped),
    on(refused, (typed, { problems }) => refuseTyped(typed, problems)),
    ...further(on),
  ]);
}

/** A form that was sent. */
export interface Submission<Request> {
  readonly problems: readonly TypedProblem[];
  /** What saves it; null where there is nothing to save. */
  readonly request: Request | null;
}

interface Sending<Source, Request> {
  readonly submitted: Event<Happening<unknown>>;
  readonly source: Store<Source>;
  /** Decides what is sent; null where nothing can be. */
  readonly submission: (source: Source) => Submission<Request> | null;
  readonly refuse: EventCallable<Consequence<{ problems: TypedProblem[] }>>;
  readonly save: {
    readonly start: EventCallable<Request & { readonly cause: string | null }>;
    readonly $status: Store<RequestStatus>;
  };
}

/** A form that is sent with problems is refused, any other is saved; while it is being saved it is not sent again. */
export function sendForm<Source, Request extends object>({
  submitted,
  source,
  submission,
  refuse,
  save,
}: Sending<Source, Request>): void {
  const sent = sample({
    clock: submitted,
    source: { source, status: save.$status },
    fn: ({ source: current, status }, { id }) => {
      const made = status === "InProgress" ? null : submission(current);
      return made && { ...made, id };
    },
  }).filterMap((made) => made ?? undefined);
  sample({
    clock: sent,
    filter: ({ problems }) => problems.length > 0,
    fn: ({ problems, id }) => ({ payload: { problems: [...problems] }, cause: id }),
    target: refuse,
  });
  sample({
    clock: sent.filterMap(({ problems, request, id }) =>
      problems.length === 0 && request !== null ? { request, id } : undefined,
    ),
    fn: ({ request, id }): Request & { readonly cause: string | null } => ({
      ...request,
      cause: id,
    }),
    target: save.start,
  });
}

/** While the store is true, leaving the screen asks first. */
export function guardUnsaved($isUnsaved: Store<boolean>): void {
  sample({
    clock: $isUnsaved.updates,
    fn: (unsaved) => ({ payload: { unsaved }, cause: null }),
    target: unsavedNow,
  });
}

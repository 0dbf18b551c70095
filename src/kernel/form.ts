/**
 * Forms as state: what was typed lies over what is saved. So a failed save keeps what was typed, and newer values of the
 * server come under it; a save that succeeds takes away what it was sent with, and nothing that was typed since.
 * `guardUnsaved` asks before typed work is left.
 */
import { createStore, sample, type Event, type EventCallable, type Store } from "effector";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";
import type { Envelope, EventDefinition, EventInfo } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable } from "./calls.ts";
import { englishText } from "./englishText.ts";
import { unsavedNow } from "./navigation.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import { createProjection, type On, type Step } from "./projection.ts";
import type { FollowUp, Happening } from "./recorder.ts";

export type FieldProblems<Values> = Readonly<Partial<Record<keyof Values, string>>>;

/** A form without what is saved. */
export interface Typed<Values> {
  readonly values: Readonly<Partial<Values>>;
  readonly problems: FieldProblems<Values>;
  /** Why the last save failed, where no field can say it. */
  readonly failure: Failure | null;
  /** The newest save of it, and what had been typed when it was sent: answers to others are none of its business. */
  readonly sent: SentValues<Values> | null;
}

interface SentValues<Values> {
  readonly requestId: string;
  readonly values: Readonly<Partial<Values>>;
  /** The form is out of sight: a failure is not told in it. */
  readonly isLeft: boolean;
}

export function nothingTyped<Values>(): Typed<Values> {
  return {
    values: {} as Partial<Values>,
    problems: {} as FieldProblems<Values>,
    failure: null,
    sent: null,
  };
}

/** What is wrong with a field is told until the field is changed. */
export function typeFields<Values>(
  typed: Typed<Values>,
  change: Readonly<Partial<Values>>,
): Typed<Values> {
  const fields = Object.keys(change) as (keyof Values)[];
  return fields.reduce((all, field) => typeInto(all, field, change[field]), typed);
}

/** `typeFields` of one field. */
export function typeInto<Values, Field extends keyof Values>(
  typed: Typed<Values>,
  field: Field,
  value: Values[Field] | undefined,
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

export function listProblems(problems: Readonly<Record<string, Message>>): TypedProblem[] {
  return Object.entries(problems).map(([field, reason]) => ({
    field,
    message: englishText(reason),
  }));
}

/** The form was not sent. */
export function refuseTyped<Values>(
  typed: Typed<Values>,
  problems: readonly TypedProblem[],
): Typed<Values> {
  return { ...typed, failure: null, problems: byField(problems) };
}

/** It is on its way to the server. */
function sendTyped<Values>(typed: Typed<Values>, requestId: string): Typed<Values> {
  return { ...typed, sent: { requestId, values: typed.values, isLeft: false } };
}

/** A form that keeps what was typed was closed, or is looked at again. */
export function leaveTyped<Values>(typed: Typed<Values>, isLeft: boolean): Typed<Values> {
  return typed.sent === null ? typed : { ...typed, sent: { ...typed.sent, isLeft } };
}

/** Whether the form that was sent is still there to tell what came of it. */
function isInSight({ sent }: Pick<Typed<unknown>, "sent">, cause: string | null): boolean {
  return sent !== null && sent.requestId === cause && !sent.isLeft;
}

/** It is saved; what was typed since it was sent still is to be. */
function saveTyped<Values>(typed: Typed<Values>): Typed<Values> {
  const saved = typed.sent?.values ?? nothingTyped<Values>().values;
  const rest = (Object.keys(typed.values) as (keyof Values)[]).filter(
    (field) => !isSame(typed.values[field], saved[field]),
  );
  const values = Object.fromEntries(rest.map((field) => [field, typed.values[field]]));
  return { ...nothingTyped<Values>(), values: values as Partial<Values> };
}

/** The server refused it: what it says of fields of the body stands at them. */
function failTyped<Values>(typed: Typed<Values>, failure: Failure): Typed<Values> {
  const named = (failure.fields ?? []).flatMap(({ path, message }) => {
    const [, field] = /^\/body\/([A-Za-z]+)$/.exec(path) ?? [];
    return field ? [{ field, message }] : [];
  });
  const told = named.length > 0 || !isReportable(failure) ? null : failure;
  return { ...typed, problems: byField(named), failure: told };
}

function byField<Values>(problems: readonly TypedProblem[]): FieldProblems<Values> {
  const named = problems.map(({ field, message }) => [field, message]);
  return Object.fromEntries(named) as FieldProblems<Values>;
}

export interface Form<Values> extends Omit<Typed<Values>, "values" | "sent"> {
  readonly saved: Values;
  readonly values: Values;
  /** Fields whose values are not the saved ones. */
  readonly changed: readonly (keyof Values)[];
}

export function formOf<Values extends object>(
  saved: Values,
  { values, problems, failure }: Typed<Values>,
): Form<Values> {
  const all = { ...saved, ...values };
  const changed = (Object.keys(saved) as (keyof Values)[]).filter(
    (field) => !isSame(all[field], saved[field]),
  );
  return { problems, failure, saved, values: all, changed };
}

/** Values of fields are JSON: which object a list of ids is says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What happens to every form. */
interface FormEvents {
  readonly save: {
    readonly requested: EventInfo;
    readonly succeeded: EventInfo;
    readonly failed: EventDefinition<string, Failure>;
  };
  readonly refused: EventDefinition<string, { problems: TypedProblem[] }>;
}

/**
 * Declares what is typed into a form; a save of it that succeeds empties it of what was sent.
 *
 * @param name that of a projection
 * @param further the steps that type into its fields, and what else empties it
 */
export function createTyped<Values>(
  name: string,
  { save, refused }: FormEvents,
  further: (on: On<Typed<Values>>) => readonly Step<Typed<Values>>[],
): Store<Typed<Values>> {
  const isAnswered = ({ sent }: Typed<Values>, { cause }: Envelope) =>
    cause !== null && cause === sent?.requestId;
  return createProjection(name, nothingTyped<Values>(), (on) => [
    { type: save.requested.type, evolve: (typed, { id }) => sendTyped(typed, id) },
    {
      type: save.succeeded.type,
      evolve: (typed, envelope) => (isAnswered(typed, envelope) ? saveTyped(typed) : typed),
    },
    on(save.failed, (typed, failure, { cause }) =>
      isInSight(typed, cause) ? failTyped(typed, failure) : typed,
    ),
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
  readonly refuse: EventCallable<FollowUp<{ problems: TypedProblem[] }>>;
  readonly save: {
    readonly start: EventCallable<Request & { readonly cause: string | null }>;
    readonly $status: Store<RequestStatus>;
    readonly failed: Event<Happening<Failure>>;
  };
  readonly typed: Store<Pick<Typed<unknown>, "sent">>;
  /** What is told of a save that fails when its form was left. */
  readonly notSaved: (request: Request, message: string) => string;
}

/**
 * A form that is sent with problems is refused, any other is saved; while it is being saved it is not sent again. A save
 * that fails is told in the form, and by a notification where that was left meanwhile.
 */
export function sendForm<Source, Request extends object>({
  submitted,
  source,
  submission,
  refuse,
  save,
  typed,
  notSaved,
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
  const saving = sent.filterMap(({ problems, request, id }) =>
    problems.length === 0 && request !== null ? { request, id } : undefined,
  );
  const $request = createStore<Request | null>(null, { serialize: "ignore" }).on(
    saving,
    (_last, { request }) => request,
  );
  sample({
    clock: saving,
    fn: ({ request, id }): Request & { readonly cause: string | null } => ({
      ...request,
      cause: id,
    }),
    target: save.start,
  });
  const failedOutOfSight = sample({
    clock: save.failed,
    source: { typed, request: $request },
    fn: ({ typed: form, request }, { payload, cause, id }) => {
      if (request === null || isInSight(form, cause) || !isReportable(payload)) return null;
      return { text: notSaved(request, payload.fields?.[0]?.message ?? payload.message), id };
    },
  }).filterMap((told) => told ?? undefined);
  sample({
    clock: failedOutOfSight,
    fn: ({ text, id }) => notificationOf("error", text, id),
    target: showNotification,
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

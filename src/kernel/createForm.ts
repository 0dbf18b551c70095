/**
 * Form state: a draft overlays the saved values. A failed save keeps the draft, newer values of the server appear below
 * it, and a successful save removes what it sent but not later input.
 */
import {
  combine,
  createStore,
  is,
  sample,
  type Event,
  type EventCallable,
  type Store,
} from "effector";
import type { Static, TSchema } from "typebox";
import type { Failure } from "#events/kernel/call.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import type { FieldProblem, FormDefinition, Secrets } from "#events/kernel/form.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable, reasonOf } from "./calls.ts";
import { $screen, guardUnsaved, parsePath } from "./navigation.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import { createProjection, type On, type ProjectionOptions, type Step } from "./projection.ts";
import { react, type Caused, type RequestOf } from "./react.ts";
import { createAction, createFollowUp, onLive, type Happening } from "./recorder.ts";
import { screenOpened } from "#events/actions/app.ts";

/** The problems by field. */
export type FieldReasons<Field extends PropertyKey> = Readonly<Partial<Record<Field, Message>>>;

/** A rule's problems by field; null and undefined mean no problem. */
type FieldReasonsOrNone<Field extends PropertyKey> = Readonly<
  Partial<Record<Field, Message | null>>
> | null;

interface Draft<Values> {
  readonly isOpen: boolean;
  readonly values: Readonly<Partial<Values>>;
  readonly problems: FieldReasons<string>;
  /** Why the newest save failed, if no field shows it. */
  readonly failure: Failure | null;
  /** The newest save and its draft. */
  readonly sent: {
    readonly requestId: string | null;
    readonly submitId: string;
    readonly values: Readonly<Partial<Values>>;
    /** null until the answer. */
    readonly outcome: "saved" | "failed" | null;
    /** The form is out of sight, so that a notification reports a failure. */
    readonly isLeft: boolean;
  } | null;
  readonly pathname: string | null;
}

/** The form's state for views. */
export interface FormView<Values, SecretField extends string = never> {
  /** Only for a form in a dialog. */
  readonly isOpen: boolean;
  readonly values: Values;
  readonly saved: Values;
  readonly changed: readonly (keyof Values)[];
  readonly problems: FieldReasons<keyof Values | SecretField>;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  /** The id of the newest successful save, after which secret fields are cleared. */
  readonly savedId: string | null;
}

interface SaveCall<Start, Answer> {
  readonly definition: SaveEvents;
  readonly start: EventCallable<Start>;
  readonly succeeded: Event<Happening<Answer>>;
  readonly failed: Event<Happening<Failure>>;
}

export interface FormOptions<
  Values,
  SecretField extends string,
  Source,
  Start extends Caused,
  Answer,
> {
  /**
   * The saved values, or those of an empty form. A store is null until they are known, and the form has no view before.
   */
  readonly saved: Store<Values | null> | Values;
  readonly call: SaveCall<Start, Answer>;
  /** Request data besides the values; null while nothing can be sent. */
  readonly source: Store<Source | null>;
  readonly request: (
    values: Values,
    source: Source,
    saved: Values,
    secrets: Secrets<SecretField>,
  ) => RequestOf<Start> | null;
  /** Rules that the server enforces, too. */
  readonly check: (
    values: Values,
    source: Source,
    secrets: Secrets<SecretField>,
  ) => FieldReasonsOrNone<(keyof Values & string) | SecretField>;
  /**
   * The field of a value that the server refuses, by its path such as `/body/name`; by default its name in the body. It
   * may be a path within a field.
   */
  readonly fieldOf?: (path: string) => string;
  /** The form's screens; its draft ends when another opens. */
  readonly routes: readonly string[];
  /** A form in a dialog keeps its draft when it closes, as long as its screen stays, and closes when it is saved. */
  readonly inDialog?: boolean;
  /** Whether leaving the screen with a draft asks first; by default yes unless the form is a dialog. */
  readonly guard?: boolean;
  /**
   * Whether the form can only be sent with changed values; by default yes if `saved` is a store and the form is no
   * dialog.
   */
  readonly onlyChanges?: boolean;
  /** The notification of a save; null shows none. */
  readonly savedMessage?: (answer: Answer) => Message | null;
  /** The notification of a save that failed after the form was left. */
  readonly failedMessage: (values: Values, reason: Message) => Message;
  readonly options?: Pick<ProjectionOptions, "version">;
}

export interface Form<Values, SecretField extends string = never> {
  /** null until the saved values are known. */
  readonly $view: Store<FormView<Values, SecretField> | null>;
  readonly secrets: readonly SecretField[];
  readonly onlyChanges: boolean;
  readonly toggle: EventCallable<{ open: boolean }>;
  readonly change: EventCallable<{ values: Partial<Values> }>;
  readonly discard: EventCallable<Record<string, never>>;
  readonly submit: EventCallable<Secrets<SecretField>>;
}

/** Declares a form. */
export function createForm<
  Name extends string,
  Schema extends TSchema,
  Source,
  Start extends Caused,
  Answer,
  SecretField extends string = never,
>(
  definition: FormDefinition<Name, Schema, SecretField>,
  options: FormOptions<Static<Schema>, SecretField, Source, Start, Answer>,
): Form<Static<Schema>, SecretField> {
  type Values = Static<Schema>;
  const { call, routes, inDialog = false, guard = !inDialog, fieldOf } = options;
  const $draft = createDraft<Values>(definition, call.definition, routes, {
    fieldOf,
    ...options.options,
  });
  const { saved: initial } = options;
  const hasSecrets = definition.secrets.length > 0;
  const { onlyChanges = is.store(initial) && !inDialog && !hasSecrets } = options;
  const $saved = is.store(initial) ? initial : $draft.map(() => initial);
  const $view = combine(
    $draft,
    $saved,
    (draft, saved): FormView<Values, SecretField> | null => saved && viewOf(draft, saved),
  );
  const submit = createAction(definition.submitted);
  const refuse = createFollowUp(definition.refused);

  const $submission = combine(
    $view,
    options.source,
    $screen.map((screen) => screen !== null && routes.includes(screen.route)),
    (view, source, isHere) =>
      isHere && view !== null && source !== null ? { view, source } : null,
  );
  const problemsOf = (
    { view, source }: { view: FormView<Values, SecretField>; source: Source },
    secrets: Secrets<SecretField>,
  ) => listProblems(options.check(view.values, source, secrets));
  react(
    definition.submitted,
    $submission,
    (submission, { payload: secrets }) => {
      if (submission === null || submission.view.isBusy) return null;
      const problems = problemsOf(submission, secrets);
      return problems.length > 0 ? { payload: { problems } } : null;
    },
    refuse,
  );
  const sending = sample({
    clock: onLive(definition.submitted),
    source: $submission,
    fn: (submission, { payload: secrets, id }) => {
      if (submission === null || submission.view.isBusy) return null;
      if (problemsOf(submission, secrets).length > 0) return null;
      const { values, saved, changed } = submission.view;
      if (changed.length === 0 && onlyChanges) return null;
      const request = options.request(values, submission.source, saved, secrets);
      return request && { request, values, id };
    },
  }).filterMap((one) => one ?? undefined);
  const $sentValues = createStore<Values | null>(null, { serialize: "ignore" }).on(
    sending,
    (_values, { values }) => values,
  );
  // Effector cannot infer that a generic target accepts a generic request.
  const wiring: unknown = {
    clock: sending.map(({ request, id }) => ({ cause: id, ...request })),
    target: call.start,
  };
  sample(wiring as { clock: Event<Caused>; target: EventCallable<Caused> });
  const { savedMessage } = options;
  if (savedMessage) {
    react(
      call.succeeded,
      $draft,
      ({ sent }, { payload, cause, id }) => {
        const message = sent === null || sent.requestId !== cause ? null : savedMessage(payload);
        return message && notificationOf("success", message, id);
      },
      showNotification,
    );
  }
  react(
    call.failed,
    combine($draft, $sentValues, (draft, values) => ({ draft, values })),
    ({ draft: { sent }, values }, { payload: failure, cause, id }) => {
      if (sent === null || values === null || sent.requestId !== cause) return null;
      if (!sent.isLeft || !isReportable(failure)) return null;
      const reason = reasonOf(failure);
      return notificationOf("error", options.failedMessage(values, reason), id);
    },
    showNotification,
  );
  if (guard) {
    guardUnsaved(
      definition.name,
      $view.map((view) => view !== null && view.changed.length > 0),
    );
  }
  return {
    $view,
    secrets: definition.secrets,
    onlyChanges,
    toggle: createAction(definition.toggled),
    change: createAction(definition.changed),
    discard: createAction(definition.discarded),
    submit,
  };
}

/** The events of the save, whatever its payload. */
interface SaveEvents {
  readonly requested: EventInfo;
  readonly succeeded: EventInfo;
  readonly failed: EventDefinition<string, Failure>;
}

function createDraft<Values>(
  definition: FormDefinition<string, TSchema, string>,
  save: SaveEvents,
  routes: readonly string[],
  {
    fieldOf = (path: string) => path.replace(/^\/body\//, ""),
    ...options
  }: Pick<ProjectionOptions, "version"> & {
    readonly fieldOf?: ((path: string) => string) | undefined;
  } = {},
): Store<Draft<Values>> {
  const empty: Draft<Values> = {
    isOpen: false,
    values: {} as Partial<Values>,
    problems: {},
    failure: null,
    sent: null,
    pathname: null,
  };
  const fields = fieldsOf(definition);
  const named = ({ fields: refused = [] }: Failure) =>
    refused.flatMap(({ path, reason }) => {
      const field = fieldOf(path);
      return fields === null || fields.has(topOf(field)) ? [{ field, reason }] : [];
    });
  const left = (draft: Draft<Values>, isLeft: boolean) => draft.sent && { ...draft.sent, isLeft };
  const steps = (on: On<Draft<Values>>): readonly Step<Draft<Values>>[] => [
    on(screenOpened, (draft, { route, path }) => {
      const { pathname } = parsePath(path);
      const isHere = routes.includes(route);
      if (pathname === draft.pathname && isHere) return draft;
      return { ...empty, sent: left(draft, true), pathname };
    }),
    on(definition.toggled, (draft, { open }) => ({
      ...draft,
      isOpen: open,
      sent: left(draft, !open),
    })),
    on(definition.changed, (draft, { values }) => ({
      ...draft,
      values: { ...draft.values, ...(values as Partial<Values>) },
      // The newest save does not apply to later input.
      sent: draft.sent?.outcome === "saved" ? null : draft.sent,
      // A field's problem is shown until the field changes.
      problems: without(draft.problems, Object.keys(values)),
    })),
    on(definition.discarded, ({ isOpen, sent, pathname }) => ({
      ...empty,
      isOpen,
      sent,
      pathname,
    })),
    on(definition.refused, (draft, { problems }) => ({
      ...draft,
      failure: null,
      problems: reasonsOf(problems),
    })),
    on(definition.submitted, (draft, _payload, { id }) =>
      isPending(draft.sent)
        ? draft
        : {
            ...draft,
            problems: {},
            failure: null,
            sent: {
              submitId: id,
              requestId: null,
              values: draft.values,
              outcome: null,
              isLeft: false,
            },
          },
    ),
    {
      type: save.requested.type,
      evolve: (draft, { id, cause }) =>
        draft.sent !== null && draft.sent.submitId === cause
          ? { ...draft, sent: { ...draft.sent, requestId: id } }
          : draft,
    },
    {
      type: save.succeeded.type,
      evolve: (draft, { cause }) => {
        if (draft.sent === null || draft.sent.requestId !== cause) return draft;
        const rest = restOf(draft.values, draft.sent.values);
        const sent = { ...draft.sent, outcome: "saved" as const };
        return { ...empty, values: rest, pathname: draft.pathname, sent };
      },
    },
    on(save.failed, (draft, failure, { cause }) => {
      if (draft.sent === null || draft.sent.requestId !== cause) return draft;
      const sent = { ...draft.sent, outcome: "failed" as const };
      return { ...draft, sent, ...(!sent.isLeft && failed(failure, named(failure))) };
    }),
  ];
  return createProjection(definition.name, empty, steps, { version: 3, ...options });
}

/** Whether a request of this form waits for its answer. Other requests of the same call don't matter. */
function isPending(sent: Draft<unknown>["sent"]): boolean {
  return sent !== null && sent.requestId !== null && sent.outcome === null;
}

function listProblems(reasons: object | null): FieldProblem[] {
  const named = Object.entries(reasons ?? {}) as [string, Message | null | undefined][];
  return named.flatMap(([field, reason]) => (reason ? [{ field, reason }] : []));
}

function without(problems: FieldReasons<string>, fields: readonly string[]): FieldReasons<string> {
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => !fields.includes(topOf(field))),
  );
}

/** A problem may be of a part of a field, such as `attributes/0/staticContent`. */
function topOf(path: string): string {
  const at = path.indexOf("/");
  return at < 0 ? path : path.slice(0, at);
}

/** Input since the draft was sent. */
function restOf<Values>(
  draft: Readonly<Partial<Values>>,
  sent: Readonly<Partial<Values>>,
): Partial<Values> {
  const fields = (Object.keys(draft) as (keyof Values)[]).filter(
    (field) => !isSame(draft[field], sent[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, draft[field]])) as Partial<Values>;
}

/** The names of the form's fields; null if they are known at run time only. */
function fieldsOf({
  values,
  secrets,
}: FormDefinition<string, TSchema, string>): ReadonlySet<string> | null {
  const { properties } = values as TSchema & { readonly properties?: object };
  return properties ? new Set([...Object.keys(properties), ...secrets]) : null;
}

/** Shows the server's reasons for values at their fields. */
function failed(
  failure: Failure,
  named: readonly FieldProblem[],
): Pick<Draft<unknown>, "problems" | "failure"> {
  return {
    problems: reasonsOf(named),
    failure: named.length > 0 || !isReportable(failure) ? null : failure,
  };
}

function reasonsOf(problems: readonly FieldProblem[]): FieldReasons<string> {
  return Object.fromEntries(problems.map(({ field, reason }) => [field, reason]));
}

function viewOf<Values extends object, SecretField extends string>(
  { isOpen, values, problems, failure, sent }: Draft<Values>,
  saved: Values,
): FormView<Values, SecretField> {
  const all = { ...saved, ...values };
  const changed = (Object.keys(saved) as (keyof Values)[]).filter(
    (field) => !isSame(all[field], saved[field]),
  );
  return {
    isOpen,
    values: all,
    saved,
    changed,
    problems: problems as FieldReasons<keyof Values | SecretField>,
    failure,
    isBusy: isPending(sent),
    savedId: sent !== null && sent.outcome === "saved" ? sent.requestId : null,
  };
}

/** Field values are JSON: two lists with the same ids are equal. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

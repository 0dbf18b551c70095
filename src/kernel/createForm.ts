/** A form: its draft (`formDraft.ts`), its rules, the call that saves it, and how a save is reported. */
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
import type { EventInfo } from "#events/kernel/event.ts";
import type { FieldProblem, FormDefinition, Secrets } from "#events/kernel/form.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable, reasonOf } from "./calls.ts";
import { createDraft, viewOf, type FormView, type SaveEvents } from "./formDraft.ts";
import { $screen, guardUnsaved } from "./navigation.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import type { ProjectionOptions } from "./projection.ts";
import { react, type Caused, type RequestOf } from "./react.ts";
import { createAction, createFollowUp, liveOf, onLive, type Happening } from "./recorder.ts";

/** A rule's problems by field; null and undefined mean no problem. */
type FieldReasonsOrNone<Field extends PropertyKey> = Readonly<
  Partial<Record<Field, Message | null>>
> | null;

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
  /** The form's screens, or all; its draft ends when another screen opens. */
  readonly routes: readonly string[] | "all";
  /** A form in a dialog keeps its draft when it closes, as long as its screen stays, and closes when it is saved. */
  readonly inDialog?: boolean;
  /** The event with which the form starts for another subject: the draft of the previous one is discarded. */
  readonly startsOn?: EventInfo;
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
  const discard = createAction(definition.discarded);
  const submit = createAction(definition.submitted);
  const refuse = createFollowUp(definition.refused);

  const $submission = combine(
    $view,
    options.source,
    $screen.map((screen) => screen !== null && (routes === "all" || routes.includes(screen.route))),
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
  const { startsOn } = options;
  if (startsOn) sample({ clock: liveOf(startsOn.type), fn: () => ({}), target: discard });
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
    discard,
    submit,
  };
}

function listProblems(reasons: object | null): FieldProblem[] {
  const named = Object.entries(reasons ?? {}) as [string, Message | null | undefined][];
  return named.flatMap(([field, reason]) => (reason ? [{ field, reason }] : []));
}

/** A dialog that confirms an action and then sends it. */
import { sample, type Event, type EventCallable, type Store } from "effector";
import type { Static, TSchema } from "typebox";
import { screenOpened } from "#events/actions/app.ts";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";
import type { ConfirmationDefinition } from "#events/kernel/confirmation.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable, reasonOf } from "./calls.ts";
import type { CallEvents } from "./latest.ts";
import { parsePath } from "./navigation.ts";
import { notificationOf, showNotification } from "./notifications.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";
import { react } from "./react.ts";
import { createAction, onLive, type Happening } from "./recorder.ts";

interface State<Subject> {
  readonly isOpen: boolean;
  /** Kept while the dialog fades out. */
  readonly subject: Subject | null;
  readonly text: string;
  readonly failure: Failure | null;
  /** The newest confirmed action, whose answer may arrive after the dialog was closed. */
  readonly sent: {
    readonly confirmId: string;
    readonly requestId: string | null;
    readonly subject: Subject;
    readonly isAnswered: boolean;
    readonly isLeft: boolean;
  } | null;
  readonly pathname: string | null;
}

/** The confirmation's state for views. */
export interface ConfirmationView<Subject> {
  readonly isOpen: boolean;
  readonly subject: Subject | null;
  readonly text: string;
  /** The text that must be typed; null if there is none. */
  readonly expected: string | null;
  /** Whether the action is possible now. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
}

export interface ConfirmationOptions<Subject, Source, Input, Answer> {
  readonly call: {
    readonly definition: CallEvents<Input, Answer>;
    readonly start: EventCallable<Input & { readonly cause: string | null }>;
    readonly $status: Store<RequestStatus>;
    readonly succeeded: Event<Happening<Answer>>;
    readonly failed: Event<Happening<Failure>>;
  };
  readonly source: Store<Source | null>;
  readonly request: (subject: Subject, source: Source) => Input;
  /** The text that must be typed before the action is possible; null if there is none. */
  readonly expected?: (subject: Subject) => string | null;
  readonly doneMessage?: (subject: Subject, answer: Answer) => Message | null;
  /**
   * The notification that the subject no longer exists (404), which closes the dialog; without it, 404 is a failure.
   */
  readonly goneMessage?: (subject: Subject) => Message;
  /** The notification of a failure after the dialog was closed. */
  readonly failedMessage: (subject: Subject, reason: Message) => Message;
  readonly options?: ProjectionOptions;
}

export interface Confirmation<Subject> {
  readonly $view: Store<ConfirmationView<Subject>>;
  /** The subject of the newest confirmed action; null before the first. */
  readonly $sent: Store<Subject | null>;
  readonly open: EventCallable<{ subject: Subject }>;
  readonly type: EventCallable<{ text: string }>;
  readonly cancel: EventCallable<Record<string, never>>;
  readonly confirm: EventCallable<Record<string, never>>;
}

/** Declares a confirmation. */
export function createConfirmation<
  Name extends string,
  Schema extends TSchema,
  Source,
  Input,
  Answer,
>(
  definition: ConfirmationDefinition<Name, Schema>,
  options: ConfirmationOptions<Static<Schema>, Source, Input, Answer>,
): Confirmation<Static<Schema>> {
  type Subject = Static<Schema>;
  const { call } = options;
  const initial: State<Subject> = {
    isOpen: false,
    subject: null,
    text: "",
    failure: null,
    sent: null,
    pathname: null,
  };
  const left = ({ sent }: State<Subject>) => sent && { ...sent, isLeft: true };
  const isPending = ({ sent }: State<Subject>) =>
    sent !== null && sent.requestId !== null && !sent.isAnswered;
  const isAnswered = ({ sent }: State<Subject>, cause: string | null) =>
    sent !== null && sent.requestId !== null && sent.requestId === cause;
  const goneMessage = (subject: Subject, { status }: Failure): Message | null =>
    status === 404 ? (options.goneMessage?.(subject) ?? null) : null;
  const $state = createProjection<State<Subject>>(
    definition.name,
    initial,
    (on) => [
      on(screenOpened, (state, { path }) => {
        const { pathname } = parsePath(path);
        return pathname === state.pathname
          ? state
          : { ...initial, subject: state.subject, sent: left(state), pathname };
      }),
      on(definition.opened, (state, { subject }) => ({
        ...state,
        isOpen: true,
        subject,
        text: "",
        failure: null,
        sent: left(state),
      })),
      on(definition.typed, (state, { text }) => ({ ...state, text, failure: null })),
      on(definition.cancelled, (state) => ({ ...state, isOpen: false, sent: left(state) })),
      on(definition.confirmed, (state, _payload, { id }) =>
        state.subject === null || !state.isOpen || isPending(state)
          ? state
          : {
              ...state,
              failure: null,
              sent: {
                confirmId: id,
                requestId: null,
                subject: state.subject,
                isAnswered: false,
                isLeft: false,
              },
            },
      ),
      on(call.definition.requested, (state, _input, { id, cause }) =>
        state.sent !== null && state.sent.confirmId === cause
          ? { ...state, sent: { ...state.sent, requestId: id } }
          : state,
      ),
      on(call.definition.succeeded, (state, _answer, { cause }) => {
        if (state.sent === null || !isAnswered(state, cause)) return state;
        const sent = { ...state.sent, isAnswered: true };
        return sent.isLeft ? { ...state, sent } : { ...state, sent, isOpen: false, text: "" };
      }),
      on(call.definition.failed, (state, failure, { cause }) => {
        if (state.sent === null || !isAnswered(state, cause)) return state;
        const sent = { ...state.sent, isAnswered: true };
        if (sent.isLeft || !isReportable(failure)) return { ...state, sent };
        return goneMessage(sent.subject, failure)
          ? { ...state, sent, isOpen: false }
          : { ...state, sent, failure };
      }),
    ],
    { version: 2, ...options.options },
  );

  const $view = $state.map((state): ConfirmationView<Subject> => {
    const { isOpen, subject, text, failure } = state;
    const expected = subject === null ? null : (options.expected?.(subject) ?? null);
    return {
      isOpen,
      subject,
      text,
      expected,
      isReady: subject !== null && (expected === null || text === expected),
      isBusy: isPending(state),
      failure,
    };
  });
  const confirmed = sample({
    clock: onLive(definition.confirmed),
    source: { view: $view, source: options.source },
    fn: ({ view: { isOpen, subject, isReady, isBusy }, source }, { id }) =>
      !isOpen || subject === null || source === null || !isReady || isBusy
        ? null
        : { request: options.request(subject, source), id },
  }).filterMap((made) => made ?? undefined);
  sample({
    clock: confirmed,
    fn: ({ request, id }): Input & { readonly cause: string | null } => ({ ...request, cause: id }),
    target: call.start,
  });
  react(
    call.succeeded,
    $state,
    (state, { payload, cause, id }) => {
      if (state.sent === null || !isAnswered(state, cause)) return null;
      const message = options.doneMessage?.(state.sent.subject, payload) ?? null;
      return message && notificationOf("success", message, id);
    },
    showNotification,
  );
  react(
    call.failed,
    $state,
    (state, { payload: failure, cause, id }) => {
      const { sent } = state;
      if (sent === null || !isAnswered(state, cause) || !isReportable(failure)) return null;
      const gone = goneMessage(sent.subject, failure);
      if (gone) return notificationOf("info", gone, id);
      if (!sent.isLeft) return null;
      const message = options.failedMessage(sent.subject, reasonOf(failure));
      return notificationOf("error", message, id);
    },
    showNotification,
  );
  return {
    $view,
    $sent: $state.map(({ sent }) => sent && sent.subject),
    open: createAction(definition.opened),
    type: createAction(definition.typed),
    cancel: createAction(definition.cancelled),
    confirm: createAction(definition.confirmed),
  };
}

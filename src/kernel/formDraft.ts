/**
 * Form state: a draft overlays the saved values. A failed save keeps the draft, newer values of the server appear below
 * it, and a successful save removes what it sent but not later input.
 */
import type { Store } from "effector";
import type { TSchema } from "typebox";
import { screenOpened } from "#events/actions/app.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { EventDefinition, EventInfo } from "#events/kernel/event.ts";
import type { FieldProblem, FormDefinition } from "#events/kernel/form.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable } from "./calls.ts";
import { parsePath } from "./navigation.ts";
import { createProjection, type On, type ProjectionOptions, type Step } from "./projection.ts";

/** The problems by field. */
type FieldReasons<Field extends PropertyKey> = Readonly<Partial<Record<Field, Message>>>;

export interface Draft<Values> {
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

/** The events of the save, whatever its payload. */
export interface SaveEvents {
  readonly requested: EventInfo;
  readonly succeeded: EventInfo;
  readonly failed: EventDefinition<string, Failure>;
}

export function createDraft<Values>(
  definition: FormDefinition<string, TSchema, string>,
  save: SaveEvents,
  routes: readonly string[] | "all",
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
      const isHere = routes === "all" || routes.includes(route);
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

export function viewOf<Values extends object, SecretField extends string>(
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

/** A form is declared once: its values and its events. */
import { Type, type Static, type TObject, type TSchema } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent, type EventDefinition } from "./event.ts";
import { MessageSchema, type Message } from "./message.ts";
import { Secret, Typed } from "./redaction.ts";
import { MapOf, PartialOf } from "./shapes.ts";

/** The problem of a field. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: Message;
}

type NoPayload = Record<string, never>;
type Change<Values extends TSchema> = { values: Partial<Static<Values>> };
const Nothing = Type.Unsafe<NoPayload>(Type.Object({}));
const Problems = Type.Object({
  problems: Type.Array(Type.Object({ field: Type.String(), reason: MessageSchema })),
});

/** Texts that users submit once, by field, and that are not stored. */
export type Secrets<SecretField extends string> = Readonly<Record<SecretField, string>>;

export interface FormDefinition<
  Name extends string,
  Values extends TSchema,
  SecretField extends string = never,
> {
  readonly name: Name;
  readonly values: Values;
  readonly secrets: readonly SecretField[];
  /** The form's dialog was opened or closed. A closed form keeps its draft. */
  readonly toggled: EventDefinition<`${Name}Toggled`, { open: boolean }>;
  readonly changed: EventDefinition<`${Name}Changed`, Change<Values>>;
  readonly discarded: EventDefinition<`${Name}Discarded`, NoPayload>;
  readonly submitted: EventDefinition<`${Name}Submitted`, Secrets<SecretField>>;
  /** The form was not sent because its values break a rule. */
  readonly refused: EventDefinition<`${Name}Refused`, { problems: FieldProblem[] }>;
}

/**
 * Declares a form.
 *
 * @param name `group/form` in camel case, the prefix of its event types: `users/edit` has `users/editChanged`.
 * @param values one property for each field, without secrets, because drafts are state.
 * @param secrets the password fields: they come with `submitted` and are never recorded.
 */
export function defineForm<
  const Name extends string,
  Values extends TObject,
  const SecretField extends string = never,
>(
  name: Name,
  values: Values,
  secrets: readonly SecretField[] = [],
): FormDefinition<Name, Values, SecretField> {
  const unrecorded = secrets.map((field) => [field, Secret(Type.String())] as const);
  return {
    name,
    values,
    secrets,
    toggled: defineEvent(`${name}Toggled`, 1, Type.Object({ open: Type.Boolean() })),
    changed: defineEvent(
      `${name}Changed`,
      1,
      Type.Unsafe<Change<Values>>(Type.Object({ values: PartialOf(typedValues(values)) })),
    ),
    discarded: defineEvent(`${name}Discarded`, 1, Nothing),
    submitted: defineEvent(
      `${name}Submitted`,
      1,
      Type.Unsafe<Secrets<SecretField>>(Type.Object(Object.fromEntries(unrecorded))),
    ),
    refused: defineEvent(`${name}Refused`, 1, Type.Unsafe<{ problems: FieldProblem[] }>(Problems)),
  };
}

/**
 * Declares a form whose fields are known at run time only, such as those of a connector. Any of them may be a secret.
 *
 * @param value the schema of a field's value. A field without a value is null.
 */
export function defineDynamicForm<const Name extends string, Value extends TSchema>(
  name: Name,
  value: Value,
) {
  const values = MapOf(Nullable(typedValue(value)));
  type Values = typeof values;
  const { toggled, discarded, refused } = defineForm(name, Type.Object({}));
  const definition: FormDefinition<Name, Values, string> = {
    name,
    values,
    secrets: [],
    toggled,
    changed: defineEvent(`${name}Changed`, 1, Type.Unsafe<Change<Values>>(Type.Object({ values }))),
    discarded,
    submitted: defineEvent(`${name}Submitted`, 1, MapOf(Secret(Type.String()))),
    refused,
  };
  return definition;
}

/** A draft's texts are recorded key by key, so most of them are parts of a word. */
function typedValues(values: TObject): TObject {
  const properties = Object.entries(values.properties as Readonly<Record<string, TSchema>>);
  return Type.Object(
    Object.fromEntries(properties.map(([name, schema]) => [name, typedText(schema)])),
  );
}

function typedText<Value extends TSchema>(schema: Value): Value {
  return "type" in schema && schema.type === "string" ? Typed(schema) : schema;
}

/** Like `typedText`, also for a union with a text. */
function typedValue<Value extends TSchema>(schema: Value): Value {
  return "anyOf" in schema
    ? { ...schema, anyOf: (schema.anyOf as TSchema[]).map(typedText) }
    : typedText(schema);
}

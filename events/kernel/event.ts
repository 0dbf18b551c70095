/**
 * Everything that happens is an event, declared once with `defineEvent`. A definition is itself a function that creates
 * a draft of the event. The recorder turns a draft into an envelope.
 */
import type { Static, TSchema } from "typebox";

/** An event that was created but not yet recorded. */
export interface Draft<Type extends string = string, Payload = unknown> {
  readonly type: Type;
  readonly version: number;
  readonly payload: Payload;
}

/** A recorded event: JSON only, times in epoch milliseconds. */
export interface Envelope<Type extends string = string, Payload = unknown> extends Draft<
  Type,
  Payload
> {
  /** 1 for the app's first event, then rising without gaps. A later session continues the numbering. */
  readonly seq: number;
  readonly id: string;
  readonly session: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The id of the event that caused this one; null for events caused by a user or the environment. */
  readonly cause: string | null;
}

/** The fields of any event, whatever its payload. */
export interface EventInfo {
  readonly type: string;
  readonly version: number;
  readonly schema: TSchema;
}

export interface EventDefinition<
  Type extends string = string,
  Payload = unknown,
> extends EventInfo {
  (payload: Payload): Draft<Type, Payload>;
  readonly type: Type;
}

/**
 * Declares an event. `type` and `version` are written out and never derived from code, because logs outlive builds.
 *
 * @throws Error if the type does not have the form `group/happened` or the version is not a positive integer.
 */
export function defineEvent<const Type extends string, Schema extends TSchema>(
  type: Type,
  version: number,
  schema: Schema,
): EventDefinition<Type, Static<Schema>> {
  if (!/^[a-z][A-Za-z]*\/[a-z][A-Za-z]*$/.test(type)) {
    throw new Error(`An event type reads group/happened in camel case, not "${type}"`);
  }
  if (!Number.isInteger(version) || version < 1) {
    throw new Error(`The version of ${type} must be a positive integer, not ${version}`);
  }
  const make = (payload: Static<Schema>): Draft<Type, Static<Schema>> => ({
    type,
    version,
    payload,
  });
  return Object.assign(make, { type, version, schema });
}

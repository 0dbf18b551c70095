/** A confirmation is declared once: its subject and the events of its dialog. */
import { Type, type Static, type TSchema } from "typebox";
import { Text } from "../entities/common.ts";
import { defineEvent, type EventDefinition } from "./event.ts";
import { Typed } from "./redaction.ts";

type NoPayload = Record<string, never>;
const Nothing = Type.Unsafe<NoPayload>(Type.Object({}));

export interface ConfirmationDefinition<Name extends string, Subject extends TSchema> {
  readonly name: Name;
  readonly subject: Subject;
  readonly opened: EventDefinition<`${Name}Opened`, { subject: Static<Subject> }>;
  /** The user typed text that must match before the action is possible. */
  readonly typed: EventDefinition<`${Name}Typed`, { text: string }>;
  readonly cancelled: EventDefinition<`${Name}Cancelled`, NoPayload>;
  readonly confirmed: EventDefinition<`${Name}Confirmed`, NoPayload>;
}

/**
 * Declares a confirmation.
 *
 * @param name `group/action` in camel case; event types begin with it: `users/deletion` has `users/deletionOpened`.
 * @param subject what the confirmed action is about.
 */
export function defineConfirmation<const Name extends string, Subject extends TSchema>(
  name: Name,
  subject: Subject,
): ConfirmationDefinition<Name, Subject> {
  return {
    name,
    subject,
    opened: defineEvent(
      `${name}Opened`,
      1,
      Type.Unsafe<{ subject: Static<Subject> }>(Type.Object({ subject })),
    ),
    typed: defineEvent(`${name}Typed`, 1, Type.Object({ text: Typed(Text) })),
    cancelled: defineEvent(`${name}Cancelled`, 1, Nothing),
    confirmed: defineEvent(`${name}Confirmed`, 1, Nothing),
  };
}

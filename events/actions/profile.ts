/** What people do on their own profile. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { Typed } from "../kernel/redaction.ts";

const Field = Type.Union([
  Type.Literal("givenName"),
  Type.Literal("familyName"),
  Type.Literal("email"),
  Type.Literal("phoneNumber"),
  Type.Literal("phoneExtension"),
  Type.Literal("jobTitle"),
]);

export const profileFieldChanged = defineEvent(
  "profile/fieldChanged",
  1,
  Type.Object({ field: Field, value: Typed(Text) }),
);
export const profileDiscarded = defineEvent("profile/discarded", 1, Type.Object({}));
export const profileSubmitted = defineEvent("profile/submitted", 1, Type.Object({}));
/** The form was not sent: what is wrong, by field. */
export const profileRefused = defineEvent(
  "profile/refused",
  1,
  Type.Object({
    problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  }),
);

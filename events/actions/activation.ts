/** Events of account activation. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";

/** The link was opened without its token, for example because only half of it was copied. */
export const activationLinkIncomplete = defineEvent(
  "activation/linkIncomplete",
  1,
  Type.Object({}),
);

/** The link could not be checked because the server was unreachable, and is checked again. */
export const activationCheckRetried = defineEvent("activation/checkRetried", 1, Type.Object({}));

export const activationForm = defineForm(
  "activation/account",
  Type.Object({ givenName: Type.String(), familyName: Type.String() }),
  ["password", "repeated"],
);

/** A user confirmed the e-mail address of an active account. */
export const emailConfirmed = defineEvent("activation/emailConfirmed", 1, Type.Object({}));

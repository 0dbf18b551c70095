/** What people do to activate an account. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";

/** The link of the mail came without its token, as when only half of it was copied. */
export const activationLinkIncomplete = defineEvent(
  "activation/linkIncomplete",
  1,
  Type.Object({}),
);

/** The link could not be checked, as the server was not reached, and is checked again. */
export const activationCheckRetried = defineEvent("activation/checkRetried", 1, Type.Object({}));

export const activationForm = defineForm(
  "activation/account",
  Type.Object({ givenName: Type.String(), familyName: Type.String() }),
  ["password", "repeated"],
);

/** Somebody confirmed the e-mail address of an account that is active. */
export const emailConfirmed = defineEvent("activation/emailConfirmed", 1, Type.Object({}));

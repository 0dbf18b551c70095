/** What people do about passwords: forgotten, reset by a link, changed. */
import { Type } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { Personal, Secret, Typed } from "../kernel/redaction.ts";

const SecretText = Secret(Type.String());
/** What a field has to say; null where all is well. */
const Problem = Nullable(Type.String());

export const emailChanged = defineEvent(
  "forgotPassword/emailChanged",
  1,
  Type.Object({ email: Typed(Type.String()) }),
);

export const forgotSubmitted = defineEvent(
  "forgotPassword/submitted",
  1,
  Type.Object({ email: Personal(Type.String()) }),
);

export const forgotRefused = defineEvent(
  "forgotPassword/refused",
  1,
  Type.Object({ email: Problem }),
);

/** The link of the mail came without its token, as when only half of it was copied. */
export const resetLinkIncomplete = defineEvent("resetPassword/linkIncomplete", 1, Type.Object({}));

/** The link could not be checked, as the server was not reached, and is checked again. */
export const resetCheckRetried = defineEvent("resetPassword/checkRetried", 1, Type.Object({}));

export const resetSubmitted = defineEvent(
  "resetPassword/submitted",
  1,
  Type.Object({ newPassword: SecretText, repeated: SecretText }),
);

export const resetRefused = defineEvent(
  "resetPassword/refused",
  1,
  Type.Object({ newPassword: Problem, repeated: Problem }),
);

export const passwordSubmitted = defineEvent(
  "password/submitted",
  1,
  Type.Object({ password: SecretText, newPassword: SecretText, repeated: SecretText }),
);

export const passwordRefused = defineEvent(
  "password/refused",
  1,
  Type.Object({ password: Problem, newPassword: Problem, repeated: Problem }),
);

/** Somebody who does not know the own password wants a link by mail. */
export const passwordLinkWanted = defineEvent("password/linkWanted", 1, Type.Object({}));

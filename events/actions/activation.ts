/** What people do to activate an account. */
import { Type } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { Personal, Secret, Typed } from "../kernel/redaction.ts";

const Problem = Nullable(Type.String());

/** The link of the mail came without its token, as when only half of it was copied. */
export const activationLinkIncomplete = defineEvent(
  "activation/linkIncomplete",
  1,
  Type.Object({}),
);

/** The link could not be checked, as the server was not reached, and is checked again. */
export const activationCheckRetried = defineEvent("activation/checkRetried", 1, Type.Object({}));

export const nameChanged = defineEvent(
  "activation/nameChanged",
  1,
  Type.Object({ givenName: Typed(Type.String()), familyName: Typed(Type.String()) }),
);

export const activationSubmitted = defineEvent(
  "activation/submitted",
  1,
  Type.Object({
    givenName: Personal(Type.String()),
    familyName: Personal(Type.String()),
    password: Secret(Type.String()),
    repeated: Secret(Type.String()),
  }),
);

export const activationRefused = defineEvent(
  "activation/refused",
  1,
  Type.Object({ givenName: Problem, familyName: Problem, password: Problem, repeated: Problem }),
);

/** Somebody confirmed the e-mail address of an account that is active. */
export const emailConfirmed = defineEvent("activation/emailConfirmed", 1, Type.Object({}));

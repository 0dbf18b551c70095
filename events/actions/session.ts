/** What people do to sign in. */
import { Type } from "typebox";
import { Nullable, Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Address, Personal, Secret, Typed } from "../kernel/redaction.ts";

export const usernameChanged = defineEvent(
  "login/usernameChanged",
  1,
  Type.Object({ username: Typed(Type.String()) }),
);

export const loginSubmitted = defineEvent(
  "login/submitted",
  1,
  Type.Object({ username: Personal(Type.String()), password: Secret(Type.String()) }),
);

/** The form was not sent: what each field has to say. */
export const loginRefused = defineEvent(
  "login/refused",
  2,
  Type.Object({ username: Nullable(MessageSchema), password: Nullable(MessageSchema) }),
);

/** Somebody wants to sign in at the provider of the organisation. */
export const signOnWanted = defineEvent("login/signOnWanted", 1, Type.Object({}));

/** The provider sent the browser back without a code. */
export const signOnRefused = defineEvent(
  "login/signOnRefused",
  1,
  Type.Object({ reason: Type.Union([Type.Literal("denied"), Type.Literal("failed")]) }),
);

/** The current user is fetched; a failure leads to the login path unless `redirectOnFailure` is off. */
export const currentUserWanted = defineEvent(
  "session/currentUserWanted",
  1,
  Type.Object({ redirectOnFailure: Type.Boolean() }),
);

export const signOutWanted = defineEvent(
  "session/signOutWanted",
  1,
  Type.Object({ userTimedOut: Type.Boolean() }),
);

/** The server knows the session no more and could not be told of the sign-out either: it is over all the same. */
export const sessionLost = defineEvent("session/lost", 1, Type.Object({}));

/** The session was ended in another tab of this browser. */
export const endedElsewhere = defineEvent(
  "session/endedElsewhere",
  1,
  Type.Object({ userTimedOut: Type.Boolean() }),
);

/** Somebody signed in in another tab of this browser: this tab has the session, too. */
export const startedElsewhere = defineEvent("session/startedElsewhere", 1, Type.Object({}));

/** The browser brought the page back as it was left; the session may have ended meanwhile. */
export const pageRestored = defineEvent("session/pageRestored", 1, Type.Object({}));

/** Another client is the one that is shown from now on, beginning at `path`; what was loaded of the other is dropped. */
export const clientChosen = defineEvent(
  "session/clientChosen",
  1,
  Type.Object({ clientId: Uuid, path: Address(Type.String()) }),
);

/** Somebody wanted another client while work was not saved, and was asked first. */
export const clientHeld = defineEvent("session/clientHeld", 1, Type.Object({ clientId: Uuid }));

/** The app starts in a browser in which this client was chosen last. */
export const clientRecalled = defineEvent(
  "session/clientRecalled",
  1,
  Type.Object({ clientId: Uuid }),
);

/** Events of signing in. */
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

/** The form was not sent because of these field errors. */
export const loginRefused = defineEvent(
  "login/refused",
  2,
  Type.Object({ username: Nullable(MessageSchema), password: Nullable(MessageSchema) }),
);

/** The user chose to sign in at the organisation's provider. */
export const signOnWanted = defineEvent("login/signOnWanted", 1, Type.Object({}));

/** The provider redirected back without a code. */
export const signOnRefused = defineEvent(
  "login/signOnRefused",
  1,
  Type.Object({ reason: Type.Union([Type.Literal("denied"), Type.Literal("failed")]) }),
);

/** The current user is fetched; a failure opens the login path unless `redirectOnFailure` is off. */
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

/** The server no longer has the session and could not be notified of the sign-out. The session is over anyway. */
export const sessionLost = defineEvent("session/lost", 1, Type.Object({}));

/** Another tab of this browser ended the session. */
export const endedElsewhere = defineEvent(
  "session/endedElsewhere",
  1,
  Type.Object({ userTimedOut: Type.Boolean() }),
);

/** Another tab of this browser signed in, which gives this tab the session, too. */
export const startedElsewhere = defineEvent("session/startedElsewhere", 1, Type.Object({}));

/** The browser restored the page from its back/forward cache. The session may have ended since. */
export const pageRestored = defineEvent("session/pageRestored", 1, Type.Object({}));

/** Another client is shown from now on, starting at `path`, and data loaded for the previous client is dropped. */
export const clientChosen = defineEvent(
  "session/clientChosen",
  1,
  Type.Object({ clientId: Uuid, path: Address(Type.String()) }),
);

/** The user chose another client with unsaved work and was asked first. */
export const clientHeld = defineEvent("session/clientHeld", 1, Type.Object({ clientId: Uuid }));

/** The app starts in a browser in which this client was chosen last. */
export const clientRecalled = defineEvent(
  "session/clientRecalled",
  1,
  Type.Object({ clientId: Uuid }),
);

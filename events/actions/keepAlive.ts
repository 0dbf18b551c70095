/** Events that keep a session alive or end it after inactivity. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The clock's code has loaded for the signed-in user, and counts activity from now on. */
export const clockStarted = defineEvent("keepAlive/clockStarted", 1, Type.Object({}));

/** A tick of the clock: near the end of the session, and each second of the countdown. */
export const clockTicked = defineEvent("keepAlive/clockTicked", 1, Type.Object({}));

/** Another tab of this browser was active. */
export const activityHeard = defineEvent(
  "keepAlive/activityHeard",
  1,
  Type.Object({
    /** Epoch milliseconds. */
    at: Type.Integer(),
  }),
);

/** The user was warned that the session ends soon regardless of activity. */
export const endTold = defineEvent(
  "keepAlive/endTold",
  1,
  Type.Object({
    /** Identifies the warning by its lead time: milliseconds before the end. */
    left: Type.Integer(),
  }),
);

/** The user chose "I'm still here". */
export const stayed = defineEvent("keepAlive/stayed", 1, Type.Object({}));

/** The modal's closing animation has ended. */
export const warningClosed = defineEvent("keepAlive/warningClosed", 1, Type.Object({}));

/** The user chose "Log Out" in the modal. */
export const loggedOut = defineEvent("keepAlive/loggedOut", 1, Type.Object({}));

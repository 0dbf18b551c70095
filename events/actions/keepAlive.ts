/** How a session stays alive, or ends because nothing was done. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** The code of the clock is there for whoever signed in; from now on it knows of every activity. */
export const clockStarted = defineEvent("keepAlive/clockStarted", 1, Type.Object({}));

/** The clock looked at the time: near the end of the session, and each second while it counts down. */
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

/** People were told that the session ends soon, however much it is used. */
export const endTold = defineEvent(
  "keepAlive/endTold",
  1,
  Type.Object({
    /** Which of the warnings it was: milliseconds before the end at which it is due. */
    left: Type.Integer(),
  }),
);

/** Somebody said "I'm still here". */
export const stayed = defineEvent("keepAlive/stayed", 1, Type.Object({}));

/** The modal has closed, after its animation. */
export const warningClosed = defineEvent("keepAlive/warningClosed", 1, Type.Object({}));

/** Somebody chose "Log Out" in the modal. */
export const loggedOut = defineEvent("keepAlive/loggedOut", 1, Type.Object({}));

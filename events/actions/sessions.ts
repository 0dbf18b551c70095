/** What people do with the list of their own sessions. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";

/** One of the other sessions is to end. */
export const sessionEndChosen = defineEvent(
  "sessions/endChosen",
  1,
  Type.Object({ sessionId: Uuid }),
);

/** The list is asked for again, after it could not be loaded. */
export const sessionsRetried = defineEvent("sessions/retried", 1, Type.Object({}));

/** All other sessions end. */
export const endOthers = defineConfirmation("sessions/endOthers", Type.Object({}));

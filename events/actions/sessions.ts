/** Events of the list of one's own sessions. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";

/** The user ends one of the other sessions. */
export const sessionEndChosen = defineEvent(
  "sessions/endChosen",
  1,
  Type.Object({ sessionId: Uuid }),
);

/** The user retries the list after a failed load. */
export const sessionsRetried = defineEvent("sessions/retried", 1, Type.Object({}));

/** The user ends all other sessions. */
export const endOthers = defineConfirmation("sessions/endOthers", Type.Object({}));

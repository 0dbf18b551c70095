/** Events of the event log that is attached to a support request, and saved from it again. */
import { Type } from "typebox";
import { Count, Nullable, Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";

/** The sessions that the browser keeps, looked up when the user wants to attach one. */
export const logSessionsFound = defineEvent(
  "requestSupport/logSessionsFound",
  1,
  Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        /** Epoch milliseconds of its first and last event. */
        from: Type.Integer(),
        to: Type.Integer(),
        events: Count,
        /** Whether it is this tab's current session. */
        isOwn: Type.Boolean(),
        /** The failures in it: their number, and the time and event type of the last one. */
        failures: Nullable(
          Type.Object({
            count: Type.Integer({ minimum: 1 }),
            last: Type.Object({ time: Type.Integer(), type: Type.String() }),
          }),
        ),
      }),
    ),
  }),
);
/** The file to attach is ready; it is not recorded. */
export const logPacked = defineEvent(
  "requestSupport/logPacked",
  1,
  Type.Object({ events: Count, bytes: Count }),
);
export const logNotPacked = defineEvent(
  "requestSupport/logNotPacked",
  1,
  Type.Object({ reason: MessageSchema }),
);

/** The user wants the log of a sent request as a file. */
export const logWanted = defineEvent(
  "requestSupport/logWanted",
  1,
  Type.Object({ requestId: Uuid }),
);
/** `fileName` is null if the user chose no destination. */
export const logSaved = defineEvent(
  "requestSupport/logSaved",
  1,
  Type.Object({ fileName: Nullable(Type.String()) }),
);
export const logNotSaved = defineEvent(
  "requestSupport/logNotSaved",
  1,
  Type.Object({ reason: MessageSchema }),
);

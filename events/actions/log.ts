/** What the log says of itself, and what people do with it. */
import { Type, type Static } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";

/** The browser no longer keeps the events of this tab: they are in memory alone. */
export const keepingFailed = defineEvent(
  "log/keepingFailed",
  1,
  Type.Object({ message: Type.String() }),
);

/** The browser could not read what it kept of earlier sessions, of whomever they were: all of it is gone. */
export const earlierDropped = defineEvent("log/earlierDropped", 1, Type.Object({}));

/** What an export takes: this session of this tab, or of all sessions that the browser keeps the last minutes, or all. */
export const ExportSpan = Type.Union([
  Type.Literal("session"),
  Type.Literal("minutes"),
  Type.Literal("all"),
]);
export type ExportSpan = Static<typeof ExportSpan>;

/** The minutes that can be asked for. */
export const EXPORT_MINUTES_MAX = 10_000;

export const exportChanged = defineEvent(
  "log/exportChanged",
  2,
  Type.Object({
    span: ExportSpan,
    minutes: Type.Integer({ minimum: 1, maximum: EXPORT_MINUTES_MAX }),
    withNames: Type.Boolean(),
    withReports: Type.Boolean(),
  }),
);
export const exportWanted = defineEvent("log/exportWanted", 1, Type.Object({}));
export const exported = defineEvent(
  "log/exported",
  3,
  Type.Object({
    fileName: Type.String(),
    sessions: Type.Integer({ minimum: 0 }),
    /** Sessions that were asked for, too, but that a newer build wrote. */
    sessionsLeftOut: Type.Integer({ minimum: 0 }),
    /** Events of earlier sessions that were asked for, too, but could not be read any more. */
    eventsLeftOut: Type.Integer({ minimum: 0 }),
    events: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0 }),
  }),
);
export const exportFailed = defineEvent(
  "log/exportFailed",
  2,
  Type.Object({ reason: MessageSchema }),
);

/** How much the log holds, as it was found when the screen opened or something changed it. */
export const logMeasured = defineEvent(
  "log/measured",
  2,
  Type.Object({
    /** False where the browser keeps nothing. */
    isKept: Type.Boolean(),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        /** Epoch milliseconds of its first and last event. */
        from: Type.Integer(),
        to: Type.Integer(),
        events: Type.Integer({ minimum: 0 }),
        bytes: Type.Integer({ minimum: 0 }),
      }),
    ),
    /** The reports that those sessions were at, as far as they are kept: bytes of each, and whether this session was. */
    reports: Type.Array(
      Type.Object({
        digest: Type.String(),
        size: Type.Integer({ minimum: 0 }),
        isOwn: Type.Boolean(),
      }),
    ),
  }),
);
export const clearWanted = defineEvent("log/clearWanted", 1, Type.Object({}));
export const cleared = defineEvent("log/cleared", 1, Type.Object({}));

/** A file was chosen or dropped to be replayed. People name files as they like. */
export const replayChosen = defineEvent(
  "log/replayChosen",
  1,
  Type.Object({ fileName: Personal(Type.String()), bytes: Type.Integer({ minimum: 0 }) }),
);
/** What happens inside of a replay is no part of the log: nobody acts there. */
export const replayOpened = defineEvent(
  "log/replayOpened",
  1,
  Type.Object({
    sessions: Type.Integer({ minimum: 0 }),
    events: Type.Integer({ minimum: 0 }),
  }),
);
export const replayRefused = defineEvent(
  "log/replayRefused",
  2,
  Type.Object({ reason: MessageSchema }),
);
export const replayLeft = defineEvent("log/replayLeft", 1, Type.Object({}));

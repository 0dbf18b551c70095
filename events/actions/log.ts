/** Events about the event log itself and its screen. */
import { Type, type Static } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";

/** The browser no longer stores this tab's events, which remain in memory only. */
export const keepingFailed = defineEvent(
  "log/keepingFailed",
  1,
  Type.Object({ message: Type.String() }),
);

/** The browser could not read its stored earlier sessions, so all of them are lost, whichever user they belong to. */
export const earlierDropped = defineEvent("log/earlierDropped", 1, Type.Object({}));

/** The scope of an export: one session, or the last minutes of all stored sessions, or all of them. */
export const ExportSpan = Type.Union([
  Type.Literal("session"),
  Type.Literal("minutes"),
  Type.Literal("all"),
]);
export type ExportSpan = Static<typeof ExportSpan>;

/** The choices of minutes. */
export const EXPORT_MINUTES_MAX = 10_000;

export const exportChanged = defineEvent(
  "log/exportChanged",
  3,
  Type.Object({
    span: ExportSpan,
    /** The session that was chosen; null until one is. */
    session: Nullable(Type.String()),
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
    /** Requested sessions that a newer build wrote. */
    sessionsLeftOut: Type.Integer({ minimum: 0 }),
    /** Requested events of earlier sessions that could no longer be read. */
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

/** The size of the log, measured when the screen opened or the log changed. */
export const logMeasured = defineEvent(
  "log/measured",
  3,
  Type.Object({
    /** False if the browser stores nothing. */
    isKept: Type.Boolean(),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        /** Epoch milliseconds of its first and last event. */
        from: Type.Integer(),
        to: Type.Integer(),
        events: Type.Integer({ minimum: 0 }),
        bytes: Type.Integer({ minimum: 0 }),
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
    /** The stored reports of those sessions: the size of each in bytes, and whether this session used it. */
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

/** The user chose or dropped a file to replay. File names are free text. */
export const replayChosen = defineEvent(
  "log/replayChosen",
  1,
  Type.Object({ fileName: Personal(Type.String()), bytes: Type.Integer({ minimum: 0 }) }),
);
/** Events inside a replay are not recorded, because no user caused them. */
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

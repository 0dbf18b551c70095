/** Ports to the log that this browser keeps, and to its disk. */
import { createEffect, createEvent } from "effector";
import type { ComponentType } from "react";
import type { ExportSpan } from "#events/actions/log.ts";
import type { KeptSession } from "./logDatabase.ts";

export interface KeptLog {
  /** Whether this tab's events are kept at all. */
  readonly isKept: boolean;
  /** Those of the user who is signed in, newest first. */
  readonly sessions: readonly KeptSession[];
  /** The session of this tab. */
  readonly own: string;
  /** The reports that they were at, as far as they are kept. */
  readonly reports: readonly KeptReport[];
}

export interface KeptReport {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** Whether this tab's session was at it. */
  readonly isOwn: boolean;
}

function missingPort(): never {
  throw new Error("The app was started without a log");
}

/** Port: what is kept, after writing what waits. */
export const measureLogFx = createEffect<void, KeptLog>({
  sid: "port/measureLog",
  handler: missingPort,
});

export interface ExportRequest {
  readonly span: ExportSpan;
  /** The one that an export of a session takes; null is this tab's. */
  readonly session: string | null;
  readonly minutes: number;
  readonly withNames: boolean;
  readonly withReports: boolean;
}

/** The running export has come so far, in percent. */
export const exportProgressed = createEvent<number>();

export interface ExportResult {
  readonly fileName: string;
  readonly sessions: number;
  /** Sessions that were asked for, too, but that a newer build wrote. */
  readonly sessionsLeftOut: number;
  /** Events of earlier sessions that were asked for, too, but cannot be read any more. */
  readonly eventsLeftOut: number;
  readonly events: number;
  /** Of the file. */
  readonly bytes: number;
}

/** Port: writes the log to a file that the browser saves. */
export const exportLogFx = createEffect<ExportRequest, ExportResult>({
  sid: "port/exportLog",
  handler: missingPort,
});

/** Port: drops all sessions but those that tabs go on with. */
export const clearLogFx = createEffect<void, void>({ sid: "port/clearLog", handler: missingPort });

/** A log that was opened to be replayed, and the screen that replays it. */
export interface OpenedReplay {
  readonly View: ComponentType<{ readonly onLeave: () => void }>;
  readonly sessions: number;
  readonly events: number;
}

export interface OpenReplayRequest {
  readonly file: File;
  /** Aborted where nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** Port: reads a file that an export wrote. It fails with an error whose message says what to do. */
export const openReplayFx = createEffect<OpenReplayRequest, OpenedReplay>({
  sid: "port/openReplay",
  handler: missingPort,
});

/** Ports to this browser's stored log, and to files. */
import { createEffect, createEvent } from "effector";
import type { ComponentType } from "react";
import type { ExportSpan } from "#events/actions/log.ts";
import type { KeptSession } from "./logDatabase.ts";

export interface KeptLog {
  /** Whether this tab's events are stored. */
  readonly isKept: boolean;
  /** Those of the user who is signed in, newest first. */
  readonly sessions: readonly KeptSession[];
  /** The session of this tab. */
  readonly own: string;
  /** Their stored reports. */
  readonly reports: readonly KeptReport[];
}

export interface KeptReport {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  /** Whether this tab's session used it. */
  readonly isOwn: boolean;
}

function missingPort(): never {
  throw new Error("The app was started without a log");
}

/** Port: measures the stored log after writing pending events. */
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

/** Progress of the running export in percent. */
export const exportProgressed = createEvent<number>();

export interface ExportResult {
  readonly fileName: string;
  readonly sessions: number;
  /** Requested sessions that a newer build wrote. */
  readonly sessionsLeftOut: number;
  /** Requested events of earlier sessions that can no longer be read. */
  readonly eventsLeftOut: number;
  readonly events: number;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** Port: exports the log to a file. */
export const exportLogFx = createEffect<ExportRequest, ExportResult>({
  sid: "port/exportLog",
  handler: missingPort,
});

/** Port: the file that an export would save, for example to send it. */
export const packLogFx = createEffect<ExportRequest, ExportResult & { readonly file: Blob }>({
  sid: "port/packLog",
  handler: missingPort,
});

/** Port: deletes all sessions except those that tabs hold. */
export const clearLogFx = createEffect<void, void>({ sid: "port/clearLog", handler: missingPort });

/** A log that was opened for a replay, and the screen that replays it. */
export interface OpenedReplay {
  readonly View: ComponentType<{ readonly onLeave: () => void }>;
  readonly sessions: number;
  readonly events: number;
}

export interface OpenReplayRequest {
  readonly file: File;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** Port: reads an exported file. It fails with an error whose message says what to do. */
export const openReplayFx = createEffect<OpenReplayRequest, OpenedReplay>({
  sid: "port/openReplay",
  handler: missingPort,
});

/** Ports to the log that this browser keeps, and to its disk. */
import { createEffect } from "effector";
import type { ExportSpan } from "#events/actions/log.ts";
import type { KeptSession } from "./logStore.ts";

export interface KeptLog {
  /** Whether this tab's events are kept at all. */
  readonly isKept: boolean;
  readonly sessions: readonly KeptSession[];
}

function unplugged(): never {
  throw new Error("The app was started without a log");
}

/** Port: what is kept, after writing what waits. */
export const measureLogFx = createEffect<void, KeptLog>({
  sid: "port/measureLog",
  handler: unplugged,
});

export interface ExportRequest {
  readonly span: ExportSpan;
  readonly minutes: number;
  readonly withNames: boolean;
}

export interface ExportResult {
  readonly fileName: string;
  readonly sessions: number;
  readonly events: number;
  /** Of the file. */
  readonly bytes: number;
}

/** Port: writes the log to a file that the browser saves. */
export const exportLogFx = createEffect<ExportRequest, ExportResult>({
  sid: "port/exportLog",
  handler: unplugged,
});

/** Port: drops all sessions but this tab's. */
export const clearLogFx = createEffect<void, void>({ sid: "port/clearLog", handler: unplugged });

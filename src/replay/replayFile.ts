/** Replays an event log from a file with the app's own projections, without a browser. */
import "../app/models.ts";
import { checkReplay, type ReplayReport } from "../kernel/log/checkReplay.ts";
import type { LogHeader } from "../kernel/log/format.ts";
import { readLog } from "../kernel/log/readLog.ts";
import type { LoggedSession } from "../kernel/log/writeLog.ts";
import { allProjections } from "../kernel/projection.ts";

export interface SessionReplay extends ReplayReport {
  readonly id: string;
  /** Those of the session, or those up to where the replay was to end. */
  readonly of: number;
}

export interface FileReplay {
  readonly header: LogHeader;
  readonly sessions: readonly SessionReplay[];
}

export interface ReplayOptions {
  /** Replays each session up to and including the event of that seq; null replays all. */
  readonly until: number | null;
}

/** @throws LogFileError that names the line and says what to do. */
export async function replayFile(
  file: ReadableStream<Uint8Array>,
  { until }: ReplayOptions = { until: null },
): Promise<FileReplay> {
  const { header, sessions } = await readLog(file);
  const projections = [...allProjections().values()];
  return {
    header,
    sessions: sessions.map((session) => {
      const cut = until === null ? session : sessionUntil(session, until);
      return { ...checkReplay(cut, projections), id: session.id, of: cut.events.length };
    }),
  };
}

function sessionUntil(session: LoggedSession, seq: number): LoggedSession {
  return { ...session, events: session.events.filter((event) => event.seq <= seq) };
}

/** Writes chosen sessions into a file that the browser saves. Loaded with the first export. */
import { exportLogFileName, redactSessions } from "../kernel/log/exportLog.ts";
import type { SessionContent } from "../kernel/log/logStore.ts";
import type { ExportResult } from "../kernel/log/ports.ts";
import { allProjections } from "../kernel/projection.ts";
import { gzipped, logLines } from "../kernel/log/writeLog.ts";
// Other tabs may have been where this one was not.
import "./models.ts";
import { download } from "./saveFile.ts";

export interface ExportOptions {
  readonly build: string;
  readonly withNames: boolean;
}

export async function exportSessions(
  chosen: readonly SessionContent[],
  { build, withNames }: ExportOptions,
): Promise<ExportResult> {
  const key = withNames ? null : crypto.getRandomValues(new Uint8Array(32));
  const sessions = redactSessions(chosen, key, allProjections().values());
  const exportedAt = Date.now();
  const origin = {
    build,
    appVersions: [...new Set(chosen.map((one) => one.build))],
    exportedAt,
    redaction: key === null ? ("names" as const) : ("pseudonyms" as const),
  };
  const file = await new Response(gzipped(logLines({ sessions, bodies: [] }, origin))).blob();
  const fileName = exportLogFileName(exportedAt);
  download(file, fileName);
  return {
    fileName,
    sessions: sessions.length,
    events: sessions.reduce((sum, { events }) => sum + events.length, 0),
    bytes: file.size,
  };
}

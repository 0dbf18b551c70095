/** Writes the chosen sessions into a file in time slices. Loaded with the first export. */
import { message } from "#events/messages/message.ts";
import { bytesIn } from "../features/policy-builder/index.ts";
import { referencedBlobs } from "../kernel/log/referencedBlobs.ts";
import { exportedSessions, exportLogFileName } from "../kernel/log/exportLog.ts";
import { packBody, type LoggedBody } from "../kernel/log/loggedBody.ts";
import type { SessionContent } from "../kernel/log/storedSession.ts";
import { allProjections } from "../kernel/projection.ts";
import { MessageError } from "../kernel/messageError.ts";
import { gzipped, logLines, type LoggedSession } from "../kernel/log/writeLog.ts";
import { createGivingWay, giveWay, runInSlices } from "./timeSlicing.ts";

export interface ChosenSession extends SessionContent {
  /** Epoch milliseconds: only later events; null for all of them. */
  readonly since: number | null;
}

export interface ExportOptions {
  readonly build: string;
  readonly withNames: boolean;
  /** The bytes of a body; null to leave it out. */
  readonly bodyOf: (digest: string) => Promise<Blob | null>;
  /** Reports percent. */
  readonly progressed: (percent: number) => void;
}

/**
 * Number of passes of an export over an event: finding names, redacting, replaying, replaying the redacted events, and
 * writing.
 */
const PASSES = 5;

export interface ExportedFile {
  readonly file: Blob;
  readonly fileName: string;
  readonly sessions: number;
  readonly events: number;
}

export async function exportSessions(
  chosen: readonly ChosenSession[],
  { build, withNames, bodyOf, progressed }: ExportOptions,
): Promise<ExportedFile> {
  const projections = [...allProjections().values()];
  const all = chosen.reduce((sum, { events }) => sum + events.length, 0) * (withNames ? 1 : PASSES);
  let passed = 0;
  const tell = () => progressed(Math.min(99, Math.floor((passed / Math.max(1, all)) * 100)));
  async function run<Result>(steps: Generator<void, Result>): Promise<Result> {
    const counted = (function* count() {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value;
        passed += 1;
        yield;
      }
    })();
    return (await runInSlices(counted, new AbortController().signal, tell, giveWay)) as Result;
  }

  const key = withNames ? null : crypto.getRandomValues(new Uint8Array(32));
  const wanted = chosen.map(({ since, ...session }) => ({ session, since }));
  const sessions = await run(exportedSessions(wanted, key, projections));
  const giveWayAtTimes = createGivingWay();
  const bodies: LoggedBody[] = [];
  for (const digest of digestsIn(sessions)) {
    const bytes = await bodyOf(digest);
    if (bytes) bodies.push(await packBody(digest, bytes, giveWayAtTimes).catch(noRoom));
  }
  const exportedAt = Date.now();
  const origin = {
    build,
    appVersions: [...new Set(chosen.map((one) => one.build))],
    exportedAt,
    redaction: key === null ? ("names" as const) : ("pseudonyms" as const),
  };
  function* counted(): Generator<string> {
    for (const line of logLines({ sessions, bodies }, origin)) {
      passed += 1;
      yield line;
    }
  }
  const bytes = gzipped(counted(), async () => {
    tell();
    await giveWayAtTimes();
  });
  const file = await new Response(bytes).blob().catch(noRoom);
  return {
    file,
    fileName: exportLogFileName(exportedAt),
    sessions: sessions.length,
    events: sessions.reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** Browser messages about a full disk name neither the disk nor a remedy. */
function noRoom(error: unknown): never {
  if (!(error instanceof DOMException)) throw error;
  throw new MessageError(message("logs.noRoom"));
}

/** The reports and policy roles of the sessions, each once. */
function digestsIn(sessions: readonly LoggedSession[]): ReadonlySet<string> {
  const cited = sessions.flatMap(({ checkpoint, events }) => {
    const states = new Map(Object.entries(checkpoint?.states ?? {}));
    return [...bytesIn(states), ...referencedBlobs(events)];
  });
  return new Set(cited.map(({ digest }) => digest));
}

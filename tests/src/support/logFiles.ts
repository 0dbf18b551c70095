/** Event log files, intact and modified. */
import { gunzipSync, gzipSync } from "node:zlib";
import { minutePassed, navigated, notificationShown } from "#events/actions/app.ts";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { createChain } from "#src/kernel/log/hashChain.ts";
import { MARK_EVERY } from "#src/kernel/log/format.ts";
import { LogFileError } from "#src/kernel/log/logFileError.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import {
  gzipped,
  logLines,
  type EventLog,
  type LogOrigin,
  type LoggedSession,
} from "#src/kernel/log/writeLog.ts";
import { said } from "../../support/english.ts";
import { toldBy } from "../../support/english.ts";

export const ORIGIN: LogOrigin = {
  build: "0.1.0",
  appVersions: ["0.1.0"],
  exportedAt: Date.UTC(2026, 2, 2, 9),
  redaction: "names",
};

export const DRAFTS = [
  minutePassed({}),
  thresholdMoved({ percent: 62.5 }),
  navigated({ path: "/rbac/role-mapping?contains=é|_", how: "push" }),
  notificationShown({ message: said("Report refreshed!"), type: "success", milliseconds: 5000 }),
];

const hex = (number: number) => number.toString(16).padStart(6, "0");

/** Events of one session; `causes` gives how many events ago each cause was. */
export function sessionOf(
  id: string,
  count: number,
  { from = 1, idOf = (seq: number) => `${id}-${seq}` } = {},
): LoggedSession {
  const events = Array.from({ length: count }, (_, at): Envelope => {
    const seq = from + at;
    const draft = DRAFTS[at % DRAFTS.length] ?? minutePassed({});
    return {
      ...draft,
      seq,
      id: idOf(seq),
      session: id,
      time: 1_772_442_000_000 + at * 137,
      cause: at % 3 === 0 ? null : idOf(seq - 1),
    };
  });
  const checkpoint =
    from === 1 ? null : { seq: from - 1, time: 1_772_441_999_000, states: { "app/theme": "dark" } };
  // Some events have no known outcome.
  const digests = events.filter((_, at) => at % 7 !== 3).map(({ seq }) => [seq, hex(seq)] as const);
  const checks = events
    .filter(({ seq }) => seq % 40 === 0)
    .map(({ seq }) => ({
      seq,
      states: { "app/theme": hex(seq), session: hex(seq + 1) },
      values: { "app/theme": `theme ${seq}` },
    }));
  const visible = events
    .filter(({ seq }) => seq % 50 === 0)
    .map(({ seq }) => ({ seq, start: 3, end: 60, digest: hex(seq), counts: { shown: seq } }));
  return { id, checkpoint, events, outcomes: { digests: new Map(digests), checks, visible } };
}

export async function fileOf(log: EventLog): Promise<Uint8Array> {
  return new Uint8Array(await new Response(gzipped(logLines(log, ORIGIN)) as never).arrayBuffer());
}

/** The file with its lines changed. */
export async function edited(
  log: EventLog,
  edit: (lines: string[]) => string[],
): Promise<Uint8Array> {
  const lines = gunzipSync(await fileOf(log))
    .toString()
    .trimEnd()
    .split("\n");
  return gzipSync(`${edit(lines).join("\n")}\n`);
}

/** A file of these lines with correct marks, as a skilled forger would write it. */
export function sealed(lines: readonly string[]): Uint8Array {
  const chain = createChain();
  const sealedLines: string[] = [];
  const put = (line: string) => {
    chain.add(line);
    sealedLines.push(line);
  };
  for (const [at, line] of lines.entries()) {
    put(line);
    if ((at + 1) % MARK_EVERY === 0) put(JSON.stringify({ mark: chain.mark() }));
  }
  put(JSON.stringify({ end: chain.mark() }));
  return gzipSync(`${sealedLines.join("\n")}\n`);
}

/** The lines of a log without its marks. */
export async function linesOf(log: EventLog): Promise<readonly string[]> {
  return linesIn(await fileOf(log));
}

/** The same for a file. */
export function linesIn(bytes: Uint8Array): readonly string[] {
  const lines = gunzipSync(bytes).toString().trimEnd().split("\n");
  return lines.filter((line) => !/^\{"(mark|end)"/.test(line));
}

export const LOG: EventLog = {
  sessions: [sessionOf("a1", 150), sessionOf("b2", 90, { from: 5_001 })],
  bodies: [
    {
      digest: "ab".repeat(32),
      size: 120_000,
      bytes: Uint8Array.from({ length: 120_000 }, (_, at) => at % 251),
      isPacked: false,
    },
    {
      digest: "ef".repeat(32),
      size: 900_000,
      bytes: Uint8Array.from({ length: 60_000 }, (_, at) => at % 249),
      isPacked: true,
    },
    { digest: "cd".repeat(32), size: 0, bytes: new Uint8Array(0), isPacked: false },
  ],
};

/** The lines with one of them changed. */
export function withLine(lines: string[], at: number, edit: (text: string) => string): string[] {
  return lines.with(at, edit(lines[at] ?? ""));
}

export function readFile(bytes: Uint8Array) {
  return readLog(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream());
}

export interface LogFault extends Pick<LogFileError, "code" | "line"> {
  /** In English. */
  readonly text: string;
}

/** The error for an unreadable file; throws if it can be read. */
export async function faultOf(bytes: Uint8Array): Promise<LogFault> {
  const outcome = await readFile(bytes).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof LogFileError)) throw new Error("The file was read", { cause: outcome });
  return { code: outcome.code, line: outcome.line, text: toldBy(outcome) };
}

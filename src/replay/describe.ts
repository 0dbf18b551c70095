/** The report of a replay as text. */
import type { Divergence } from "../kernel/log/checkReplay.ts";
import type { Difference } from "../kernel/log/diff.ts";
import { formatsOf } from "../ui/language/formats.ts";
import type { FileReplay, SessionReplay } from "./replayFile.ts";

const { counted } = formatsOf("en");
const SESSIONS = { one: "session", other: "sessions" };
const EVENTS = { one: "event", other: "events" };
const OUTCOMES = { one: "outcome", other: "outcomes" };
const CHECKS = { one: "check", other: "checks" };
const TABLES = { one: "table", other: "tables" };

const ERRORS = { one: "error", other: "errors" };

/** Errors of a session that are shown. */
const MAX_FAILED = 20;

/** Maximum characters of a shown value. */
const MAX_VALUE = 120;

/** @param name of the file. */
export function describeReplay(name: string, { header, sessions }: FileReplay): string {
  const { counts, span, redaction, appVersions } = header;
  const when = span ? `, ${isoTime(span.from)} to ${isoTime(span.to)}` : "";
  const names = redaction === "names" ? ", with real names" : "";
  return [
    `${name}: recorded by Provision ${appVersions.join(" and ") || header.build}, ${counted(counts.sessions, SESSIONS)}, ${counted(counts.events, EVENTS)}${when}${names}`,
    ...sessions.flatMap(describeSession),
  ].join("\n");
}

function describeSession(session: SessionReplay): readonly string[] {
  const { id, events, of, outcomes, checks, results, divergence, lost } = session;
  const tables = results > 0 ? `, ${counted(results, TABLES)} as shown` : "";
  const head = `session ${id}: ${events} of ${counted(of, EVENTS)} replayed, ${counted(outcomes, OUTCOMES)} and ${counted(checks, CHECKS)} as recorded${tables}`;
  const none =
    outcomes === 0 && of > 0 && lost.length === 0
      ? "; outcomes were not compared: the log holds none, or those of an older format"
      : "";
  return [
    `${head}${divergence ? "" : none}`,
    ...(lost.length > 0
      ? [
          `  States that another version of Provision kept, or without names, begin empty, and outcomes were not compared: ${lost.join(", ")}`,
        ]
      : []),
    ...describeFailed(session),
    ...(divergence ? describeDivergence(divergence) : []),
    ...describeTable(session),
  ];
}

/** The failures of the recorded session; only the last ones if there are many. */
function describeFailed({ failed }: SessionReplay): readonly string[] {
  if (failed.length === 0) return [];
  const shown = failed.slice(-MAX_FAILED);
  const which = shown.length < failed.length ? `, the last ${shown.length} of them` : "";
  return [
    `  ${counted(failed.length, ERRORS)} when it was recorded${which}:`,
    ...shown.map(({ seq, time, type, reason }) => {
      const why = reason === "" ? "" : `: ${reason}`;
      return `    event ${seq}, ${type}, ${isoTime(time)}${why}`;
    }),
  ];
}

/** The result of comparing the builder's tables, and what could not be compared. */
function describeTable({ table, leftOut, failure }: SessionReplay): readonly string[] {
  const lines: string[] = [];
  if (table) {
    const counts = Object.entries(table.counts).map(([name, count]) => `${name} ${count}`);
    lines.push(`  At its end the builder shows ${counts.join(", ")}`);
  }
  if (leftOut > 0) {
    lines.push(
      `  A report was left out of this log: ${counted(leftOut, TABLES)} could not be compared`,
    );
  }
  if (failure !== null) lines.push(`  Tables were not compared: ${failure}`);
  return lines;
}

/** Lines that name the event and its differences. */
export function describeDivergence(divergence: Divergence): readonly string[] {
  const { kind, event, changes, suspects, unknown, expected } = divergence;
  const name = `event ${event.seq}, ${event.type}, ${isoTime(event.time)}`;
  const lines = [`  ${HEADS[kind]} ${name}`];
  for (const { projection, differences } of changes) {
    const mark = suspects.includes(projection) ? "  (not so when it was recorded)" : "";
    for (const difference of differences) {
      lines.push(`    ${projection}${describeDiff(difference)}${mark}`);
    }
  }
  if (kind === "outcome" && changes.length === 0) {
    lines.push("    The replay changed nothing; when it was recorded something changed.");
  }
  if (kind === "visible" && expected.length === 0) {
    lines.push(
      "    The counts are as recorded, but the rows, their order or something else on the screen differs.",
    );
  }
  for (const value of expected) {
    const recorded = valueText(value.expected);
    lines.push(`    ${value.path}: expected ${recorded}, got ${valueText(value.got)}`);
  }
  const elsewhere = suspects.filter((one) => !changes.some(({ projection }) => projection === one));
  if (elsewhere.length > 0) lines.push(`    Differs after it: ${elsewhere.join(", ")}`);
  if (unknown.length > 0) {
    lines.push(
      `    This build has no ${unknown.join(", ")}: replay it with the build that wrote it.`,
    );
  }
  return lines;
}

const HEADS: Readonly<Record<Divergence["kind"], string>> = {
  missing: "Events are missing before",
  outcome: "The first other outcome is that of",
  state: "States differ after",
  visible: "The table shows something else after",
};

function describeDiff({ path, before, after }: Difference): string {
  return `${path}: ${valueText(before)} became ${valueText(after)}`;
}

function valueText(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Texts about the log on the support screen, and the choices of an export. */
import { EXPORT_MINUTES_MAX, type ExportSpan } from "#events/actions/log.ts";
import type { KeptSession } from "../../kernel/log/logDatabase.ts";
import type { KeptReport } from "../../kernel/log/ports.ts";
import type { ListedSession } from "../../kernel/log/listedSessions.ts";
import type { SupportMessages } from "./messages.ts";

/** A duration in words; below a minute it is "less than a minute". */
export function formatDuration(milliseconds: number, { durations }: SupportMessages): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return durations.short;
  if (minutes < 60) return durations.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return durations.hours(hours, minutes % 60);
  return durations.days(Math.floor(hours / 24));
}

export interface LogSummary {
  readonly events: number;
  readonly bytes: number;
  readonly sessions: number;
  /** Epoch milliseconds; null if nothing is stored. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The sessions of a stored log together. */
export function summarizeLog(
  sessions: readonly Pick<KeptSession, "from" | "to" | "events" | "bytes">[],
): LogSummary {
  return {
    events: sessions.reduce((sum, { events }) => sum + events, 0),
    bytes: sessions.reduce((sum, { bytes }) => sum + bytes, 0),
    sessions: sessions.length,
    from: sessions.length === 0 ? null : Math.min(...sessions.map(({ from }) => from)),
    to: sessions.length === 0 ? null : Math.max(...sessions.map(({ to }) => to)),
  };
}

/** The choice's text: the reports of some minutes are known only after cutting the log. */
export function describeReports(
  { count, bytes, isExact }: ReturnType<typeof reportsOf>,
  t: SupportMessages,
): string {
  return !isExact && count > 0 ? t.withReportsOfThen : t.withReports(count, bytes);
}

/**
 * The maximum number of reports in an export of that span, and their uncompressed bytes.
 *
 * @param session the one that an export of a session takes; null is this tab's.
 */
export function reportsOf(
  reports: readonly KeptReport[],
  span: ExportSpan,
  session: Pick<ListedSession, "isOwn"> | null,
) {
  const isOfTab = span === "session" && session?.isOwn !== false;
  const taken = reports.filter(({ isOwn }) => isOwn || !isOfTab);
  return {
    count: taken.length,
    bytes: taken.reduce((sum, { size }) => sum + size, 0),
    /** False for some minutes or an earlier session, whose reports are unknown until they are read. */
    isExact: isOfTab || span === "all",
  };
}

/** The valid number of minutes nearest to the typed one. */
export function exportMinutes(value: number): number {
  return Math.min(EXPORT_MINUTES_MAX, Math.max(1, Math.round(value)));
}

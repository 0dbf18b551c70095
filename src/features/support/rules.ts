/** What the support screen says of the log, and what may be asked of an export. */
import { EXPORT_MINUTES_MAX } from "#events/actions/log.ts";
import { formatBytes, formatCount } from "../../ui/format.ts";
import type { KeptSession } from "../../kernel/log/logStore.ts";

/** A span of time as people say it; less than a minute is that. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return plural(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${plural(hours, "hour")} ${minutes % 60} min`;
  return plural(Math.floor(hours / 24), "day");
}

export interface LogSummary {
  readonly events: number;
  readonly bytes: number;
  readonly sessions: number;
  /** Epoch milliseconds; null where nothing is kept. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The sessions of a kept log together. */
export function summarizeLog(sessions: readonly Omit<KeptSession, "build">[]): LogSummary {
  return {
    events: sessions.reduce((sum, { events }) => sum + events, 0),
    bytes: sessions.reduce((sum, { bytes }) => sum + bytes, 0),
    sessions: sessions.length,
    from: sessions.length === 0 ? null : Math.min(...sessions.map(({ from }) => from)),
    to: sessions.length === 0 ? null : Math.max(...sessions.map(({ to }) => to)),
  };
}

export function describeExport(events: number, bytes: number, fileName: string): string {
  return `${fileName} was saved: ${plural(events, "event")}, ${formatBytes(bytes)}.`;
}

/** The minutes nearest to what was typed. */
export function exportMinutes(value: number): number {
  return Math.min(EXPORT_MINUTES_MAX, Math.max(1, Math.round(value)));
}

function plural(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? "" : "s"}`;
}

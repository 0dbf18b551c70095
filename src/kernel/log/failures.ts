/** What failed in a session of the log: calls, screens and files, but not what a form refused. Pure. */
import type { Envelope } from "#events/kernel/event.ts";

export interface SessionFailures {
  readonly count: number;
  /** The last of them: epoch milliseconds, and the type of its event. */
  readonly last: { readonly time: number; readonly type: string };
}

/** Whether an event says that something failed; the end of a session is no failure. */
export function isFailed({ type, payload }: Pick<Envelope, "type" | "payload">): boolean {
  const { code = null } = (payload ?? {}) as { readonly code?: unknown };
  return /failed$/i.test(type) && code !== "EBADSESSION";
}

/** The failures of before, and those among the events; null where there are none. */
export function withFailures(
  before: SessionFailures | null,
  events: readonly Pick<Envelope, "type" | "payload" | "time">[],
): SessionFailures | null {
  const failed = events.filter(isFailed);
  const last = failed.at(-1);
  if (!last) return before;
  return {
    count: (before?.count ?? 0) + failed.length,
    last: { time: last.time, type: last.type },
  };
}

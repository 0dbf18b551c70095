/** The sessions of a stored log, as people choose among them. */
import type { SessionFailures } from "./failures.ts";
import type { KeptLog } from "./ports.ts";

/** A session that can be exported. */
export interface ListedSession {
  readonly id: string;
  /** Epoch milliseconds of its first and last event. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  /** Whether it is the one of this tab. */
  readonly isOwn: boolean;
  readonly failures: SessionFailures | null;
}

/** The session with the last failure first, and those without one by their time, the newest first. */
export function orderSessions(sessions: readonly ListedSession[]): readonly ListedSession[] {
  const lastFailure = ({ failures }: ListedSession) => failures?.last.time ?? 0;
  return sessions.toSorted(
    (one, other) => lastFailure(other) - lastFailure(one) || other.from - one.from,
  );
}

/** The session that an export takes: the chosen one, else the first of the list; null is this tab's. */
export function exportedSession(
  sessions: readonly ListedSession[],
  chosen: string | null,
): ListedSession | null {
  return sessions.find(({ id }) => id === chosen) ?? sessions[0] ?? null;
}

/** The sessions that can be exported, in no order. */
export function listedSessions({
  own,
  sessions,
}: Pick<KeptLog, "own" | "sessions">): ListedSession[] {
  return sessions.map(({ id, from, to, events, failures = null }) => ({
    id,
    from,
    to,
    events,
    isOwn: id === own,
    failures,
  }));
}

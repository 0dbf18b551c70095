/** Which user a session of the stored log belongs to. */
import type { Envelope } from "#events/kernel/event.ts";
import { digestOfText } from "../kernel/log/largePayloads.ts";
import { userIn } from "./logSessions.ts";

/** A pseudonym of the session's user. */
export function markOf(userId: string): string {
  return digestOfText(`provision-log:${userId}`).slice(0, 32);
}

/** The mark of the user whom the events sign in; null for a visitor. */
export function markIn(events: readonly Envelope[]): string | null {
  const user = events.map(userIn).findLast((one) => one !== null);
  return user === undefined || user === null ? null : markOf(user);
}

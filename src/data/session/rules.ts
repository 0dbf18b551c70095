/** Destinations of users who must sign in first, and messages about an ended session. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { EXPIRY_MARGIN } from "#events/rules/session.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { Location } from "../../kernel/navigation.ts";

/** The login path with a return path; `state` and `code` of a single sign-on are kept. */
export function loginPath({ pathname, search }: Location): string {
  const here = new URLSearchParams(search);
  const query = new URLSearchParams({ redirect: pathname + search });
  for (const key of ["state", "code"]) {
    const value = here.get(key);
    if (value !== null) query.set(key, value);
  }
  return `/?${query.toString()}`;
}

/** How long the end of a session is shown unless a user signs in, which is enough for an absent user to return. */
export const ENDED_NOTICE_TIME: Milliseconds = DAY_MS;

/** The message about a session that the server no longer has. @param unsaved whether unsaved work was lost. */
export function sessionEndedMessage(unsaved: boolean): Message {
  return message(unsaved ? "sessions.lostUnsaved" : "sessions.lost");
}

/** Tolerance by which tabs of one session may see its end earlier or later than each other. */
const TABS_APART: Milliseconds = 5000;

/** Whether a session with this absolute end is over. @param endsAt null: not known. */
export function isOver(endsAt: number | null, time: number): boolean {
  return endsAt !== null && time >= endsAt - EXPIRY_MARGIN - TABS_APART;
}

/** The message about a session ended by the clock or by another tab. */
export function endedMessage(userTimedOut: boolean, over: boolean): Message {
  if (!userTimedOut) return message("sessions.signedOutElsewhere");
  return message(over ? "sessions.dayOver" : "sessions.idle");
}

const ENDED: ReadonlySet<string> = new Set(
  [true, false]
    .flatMap((is) => [sessionEndedMessage(is), endedMessage(is, false), endedMessage(is, true)])
    .map(({ code }) => code),
);

/** Whether a notification reports the end of a session, which is obsolete after the next sign-in. */
export function isEndedMessage({ code }: Message): boolean {
  return ENDED.has(code);
}

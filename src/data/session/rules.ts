/** Where those are sent who must sign in first, and what they are told whose session has ended. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { EXPIRY_MARGIN } from "#events/rules/session.ts";
import type { Location } from "../../kernel/navigation.ts";

/** The login path that leads back to where somebody was; `state` and `code` of a single sign-on go with it. */
export function loginPath({ pathname, search }: Location): string {
  const here = new URLSearchParams(search);
  const query = new URLSearchParams({ redirect: pathname + search });
  for (const key of ["state", "code"]) {
    const value = here.get(key);
    if (value !== null) query.set(key, value);
  }
  return `/?${query.toString()}`;
}

/** How long the end of a session is told, unless somebody signs in: who was away has time to come back to it. */
export const ENDED_NOTICE_TIME: Milliseconds = 24 * 60 * 60_000;

/** What people read whose session the server knows no more. @param unsaved whether work was open that is lost by it. */
export function sessionEndedMessage(unsaved: boolean): Message {
  return message(unsaved ? "sessions.lostUnsaved" : "sessions.lost");
}

/** Tabs that share a session may take its end for so much earlier or later than each other. */
const TABS_APART: Milliseconds = 5000;

/** Whether a session is over that ends at a time, however much it was used. @param endsAt null: not known. */
export function isOver(endsAt: number | null, time: number): boolean {
  return endsAt !== null && time >= endsAt - EXPIRY_MARGIN - TABS_APART;
}

/** What people read whose session was ended by the clock, or by another tab. */
export function endedMessage(userTimedOut: boolean, over: boolean): Message {
  if (!userTimedOut) return message("sessions.signedOutElsewhere");
  return message(over ? "sessions.dayOver" : "sessions.idle");
}

const ENDED: ReadonlySet<string> = new Set(
  [true, false]
    .flatMap((is) => [sessionEndedMessage(is), endedMessage(is, false), endedMessage(is, true)])
    .map(({ code }) => code),
);

/** Whether a notification tells of the end of a session, which is no news to whoever signs in again. */
export function isEndedMessage({ code }: Message): boolean {
  return ENDED.has(code);
}

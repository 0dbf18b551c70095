/** The client's view of the session's end, and its texts. Pure. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { EXPIRY_MARGIN, SESSION_LENGTH } from "#events/rules/session.ts";
import type { KeepAliveMessages } from "./messages.ts";

const SECOND: Milliseconds = 1000;
const MINUTE: Milliseconds = 60_000;
/** Duration of the modal's closing animation. */
export const CLOSING_TIME: Milliseconds = 300;

export interface SessionClock {
  /** False until the clock's code is loaded for the signed-in user. */
  readonly running: boolean;
  /** The server's session length. */
  readonly length: Milliseconds;
  /** Epoch milliseconds of the last activity in any tab. */
  readonly activeAt: number;
  /** Epoch milliseconds of the last activity sent to the other tabs. */
  readonly toldAt: number;
  /** Epoch milliseconds of the last event that this clock has processed. */
  readonly now: number;
  /** The event that scheduled the next tick; a later one cancels the earlier tick. */
  readonly lookAfter: string | null;
  /** Activity before "I'm still here", which applies again if the renewal fails. */
  readonly activeBefore: number | null;
  readonly closing: boolean;
}

export const STOPPED: SessionClock = {
  running: false,
  length: SESSION_LENGTH,
  activeAt: 0,
  toldAt: 0,
  now: 0,
  lookAfter: null,
  activeBefore: null,
  closing: false,
};

/** Epoch milliseconds: the server's session length after the last activity, less twenty seconds. */
export function expiryOf({ activeAt, length }: SessionClock): number {
  return activeAt + length - EXPIRY_MARGIN;
}

export function remainingOf(clock: SessionClock): Milliseconds {
  return Math.max(0, expiryOf(clock) - clock.now);
}

/** Time until the absolute end of the session. @param endsAt null: not known. */
export function untilEnd(endsAt: number | null, now: number): Milliseconds {
  return endsAt === null ? Infinity : Math.max(0, endsAt - EXPIRY_MARGIN - now);
}

/** Remaining times at which users are warned of the absolute end, last one first. */
const LAST_WARNING: Milliseconds = 2 * MINUTE;
const FIRST_WARNING: Milliseconds = 10 * MINUTE;
const WARNINGS = [LAST_WARNING, FIRST_WARNING];

/** The warning to show now; null if none is due. @param told the last warning shown. */
export function dueWarning(left: Milliseconds, told: Milliseconds | null): Milliseconds | null {
  const reached = WARNINGS.find((warning) => left <= warning) ?? null;
  return left > 0 && reached !== null && (told === null || reached < told) ? reached : null;
}

/** A given warning is void if the session turns out to end later. */
export function stillTold(
  told: Milliseconds | null,
  endsIn: Milliseconds | null,
): Milliseconds | null {
  return endsIn !== null && endsIn - EXPIRY_MARGIN <= FIRST_WARNING ? told : null;
}

/** How long a warning stays unless it is closed: until the next one or the end. */
export function warningTime(left: Milliseconds): Milliseconds {
  return left > LAST_WARNING ? left - LAST_WARNING : left;
}

const ENDING = "sessions.ending";

/** The text of a warning. @param endsAt epoch milliseconds. */
export function endingMessage(endsAt: number): Message {
  return message(ENDING, { time: endsAt - EXPIRY_MARGIN });
}

export function isEndingMessage({ code }: Message): boolean {
  return code === ENDING;
}

/** Whether the prompt is open; it is still visible during its closing animation. */
export function isWarning(clock: SessionClock, threshold: Milliseconds): boolean {
  const remaining = remainingOf(clock);
  return clock.running && remaining > 0 && remaining <= threshold;
}

/**
 * Time until the next tick: at the next change, or after a second during the countdown; null if the app's minute tick
 * comes first.
 *
 * @param left until the session's absolute end.
 */
export function nextLook(
  clock: SessionClock,
  threshold: Milliseconds,
  left: Milliseconds,
): Milliseconds | null {
  if (!clock.running || remainingOf(clock) === 0 || left === 0) return null;
  if (isWarning(clock, threshold)) return SECOND;
  const steps = [...WARNINGS, 0].map((step) => left - step);
  const next = Math.min(
    remainingOf(clock) - threshold,
    ...steps.filter((milliseconds) => milliseconds > 0),
  );
  return next <= MINUTE ? next : null;
}

/**
 * Processes the current time. If the computer's clock was set back, earlier times move back with it. Otherwise the
 * remaining time, which the server measures by its own clock, would grow.
 */
export function atTime(clock: SessionClock, time: number): SessionClock {
  const back = Math.max(0, clock.now - time);
  return {
    ...clock,
    now: time,
    activeAt: clock.activeAt - back,
    toldAt: clock.toldAt - back,
    activeBefore: clock.activeBefore === null ? null : clock.activeBefore - back,
  };
}

/** An API call in this tab refreshes the session. Tabs notify each other at most once a second. */
export function beActive(clock: SessionClock, time: number): SessionClock {
  if (!clock.running) return clock;
  const { toldAt, ...current } = atTime(clock, time);
  return { ...current, activeAt: time, toldAt: time - toldAt >= SECOND ? time : toldAt };
}

/** @param at time of activity in another tab, limited to the time of its receipt. */
export function hearActivity(clock: SessionClock, at: number, time: number): SessionClock {
  if (!clock.running) return clock;
  const current = atTime(clock, time);
  return { ...current, activeAt: Math.max(current.activeAt, Math.min(at, time)) };
}

/** "4 minutes" while at least a minute remains, otherwise seconds. */
export function countdownText(remaining: Milliseconds, t: KeepAliveMessages): string {
  if (remaining >= MINUTE) return t.minutes(Math.floor(remaining / MINUTE));
  return t.seconds(Math.ceil(remaining / SECOND));
}

/**
 * The screen reader text: each minute, then at thirty and at ten seconds, because announcing each second would drown
 * out everything else.
 */
export function spokenText(remaining: Milliseconds, t: KeepAliveMessages): string {
  if (remaining >= MINUTE) return t.left(countdownText(remaining, t));
  const step = [10 * SECOND, 30 * SECOND, MINUTE].find((limit) => remaining <= limit) ?? MINUTE;
  return t.lessThan(countdownText(step, t));
}

/** Classifies the events of a log for searching. Pure. */
import * as app from "#events/actions/app.ts";
import { clockTicked } from "#events/actions/keepAlive.ts";
import * as log from "#events/actions/log.ts";
import { paletteFailed } from "#events/actions/palette.ts";
import * as performance from "#events/actions/performance.ts";
import { clientChosen, endedElsewhere, sessionLost } from "#events/actions/session.ts";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { isFailure } from "./outcomes.ts";
import type { Steps } from "./steps.ts";

/** `action`: by a user. `app`: by the app itself. */
export type EventKind = "action" | "navigation" | "call" | "app";

/** The filters besides all events. */
export type EventFilter = "all" | "action" | "navigation" | "call" | "error";

const CALLS: ReadonlySet<string> = new Set(
  ALL_CALLS.flatMap(({ requested, succeeded, failed, reset }) => [
    requested.type,
    succeeded.type,
    failed.type,
    reset.type,
  ]),
);

const NAVIGATION: ReadonlySet<string> = new Set([
  app.appStarted.type,
  app.navigated.type,
  app.screenOpened.type,
  clientChosen.type,
]);

/** Without a recorded cause, but not by a user. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  app.minutePassed.type,
  app.notificationExpired.type,
  app.screenFailed.type,
  clockTicked.type,
  endedElsewhere.type,
  log.earlierDropped.type,
  log.keepingFailed.type,
  // In logs of earlier builds.
  app.codeLoaded.type,
  log.cleared.type,
  log.logMeasured.type,
  paletteFailed.type,
  performance.longTaskSeen.type,
  performance.vitalMeasured.type,
  sessionLost.type,
]);

export function kindOf({ type, cause }: Pick<Envelope, "type" | "cause">): EventKind {
  if (CALLS.has(type)) return "call";
  if (NAVIGATION.has(type)) return "navigation";
  return cause === null && !BY_ITSELF.has(type) ? "action" : "app";
}

/** Whether something failed for the app or for the user. */
export function isError({ type, payload }: Pick<Envelope, "type" | "payload">): boolean {
  if (isFailure(type)) return true;
  return (
    type === app.notificationShown.type && (payload as { readonly type?: unknown }).type === "error"
  );
}

function passes(event: Envelope, filter: EventFilter): boolean {
  if (filter === "all") return true;
  return filter === "error" ? isError(event) : kindOf(event) === filter;
}

/**
 * The position of the next matching event, from `from` (included), towards the end or the start.
 *
 * @returns -1 if there is none.
 */
export function findEvent(
  events: readonly Envelope[],
  filter: EventFilter,
  from: number,
  direction: 1 | -1 = 1,
): number {
  for (let at = from; at >= 0 && at < events.length; at += direction) {
    const event = events[at];
    if (event && passes(event, filter)) return at;
  }
  return -1;
}

/** The searched text: type and payload in lower case. Cached per event, because events never change. */
const texts = new WeakMap<Envelope, string>();
function textOf(event: Envelope): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = `#${event.seq} ${event.type} ${JSON.stringify(event.payload) ?? ""}`.toLowerCase();
  texts.set(event, text);
  return text;
}

/** The search of a log. */
export interface EventSearch {
  readonly filter: EventFilter;
  /** Each word must occur, in any case. */
  readonly text: string;
}

/** Events per step of a search. */
const STRIDE = 100;

/**
 * Searches for the positions of events that match the filter and contain every word of the text, in steps.
 *
 * @param from the first position.
 * @param to the position after the last one.
 */
export function* searchSteps(
  events: readonly Envelope[],
  { filter, text }: EventSearch,
  from: number,
  to: number,
): Steps<readonly number[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: number[] = [];
  for (let at = from; at < to; at += 1) {
    const event = events[at];
    const isFound =
      event && passes(event, filter) && words.every((word) => textOf(event).includes(word));
    if (isFound) found.push(at);
    if (at % STRIDE === 0) yield;
  }
  return found;
}

/**
 * The unload buffer: events that an ending page could not write, because it cannot wait for a database. They are
 * written synchronously to localStorage, and the next page moves them into the log.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { Unwritten } from "../kernel/log/sessionLog.ts";

const PREFIX = "provision.log.";

export interface UnloadBuffer extends Unwritten {
  readonly session: string;
  readonly build: string;
  /** The user's hash; null if nobody was signed in or the events identify the user. */
  readonly user: string | null;
  /**
   * All earlier events from the start of the app, if the page ended before it had computed the session's start state.
   * Empty if the session itself starts with the app or `begins` has the state.
   */
  readonly before: readonly Envelope[];
}

export function writeUnloadBuffer(words: UnloadBuffer): void {
  if (words.events.length === 0 && words.outcomes.length === 0) return;
  try {
    localStorage.setItem(PREFIX + words.session, JSON.stringify(words));
  } catch {
    // A browser without storage or without free space.
  }
}

/**
 * Passes on the unload buffers of ended pages. Removes stored buffers and those that can never be stored, because they
 * would take space from later pages.
 * @param oldest epoch milliseconds: older buffers are not kept for the next page if they cannot be stored now.
 */
export async function takeUnloadBuffers(
  take: (words: UnloadBuffer) => Promise<void>,
  oldest: number,
): Promise<void> {
  for (const key of keys()) {
    const text = localStorage.getItem(key);
    if (text === null) continue;
    const words = parse(text);
    const stays = words && (await take(words).then(no, mayPass)) && lastTime(words) >= oldest;
    // A page restored from the cache may have been left again: its new buffer is for the next page.
    if (!stays && localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

const no = () => false;

/** Errors after which no database can ever store it. */
const HOPELESS = ["DataError", "DataCloneError", "RangeError", "TypeError"];

/** Errors of a full or closed database. */
function mayPass(error: unknown): boolean {
  return error instanceof Error && !HOPELESS.includes(error.name);
}

/** Time of the last event in epoch milliseconds. Outcomes without their events are not kept. */
function lastTime({ events }: UnloadBuffer): number {
  return events.at(-1)?.time ?? 0;
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Null for invalid content. */
function parse(text: string): UnloadBuffer | null {
  try {
    const words = JSON.parse(text) as Partial<UnloadBuffer> | null;
    const { session, build, user = null, begins = null, events } = words ?? {};
    const { before = [], outcomes = [] } = words ?? {};
    return typeof session === "string" && typeof build === "string" && Array.isArray(events)
      ? { session, build, user, begins, before, events, outcomes }
      : null;
  } catch {
    return null;
  }
}

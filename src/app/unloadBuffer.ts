/**
 * What was recorded in the last moments of a page and could not be written any more: a page that ends waits for no
 * database. It is put into localStorage, which is written at once, and moved to where it belongs by the next page.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { Unwritten } from "../kernel/log/sessionLog.ts";

const PREFIX = "provision.log.";

export interface UnloadBuffer extends Unwritten {
  readonly session: string;
  readonly build: string;
  /** Whose it is, as a hash; null where nobody was signed in, or that is to be seen from the events. */
  readonly user: string | null;
  /**
   * Where the page ended before it could tell in which states the session begins: all its events before, the first with
   * the start of the app. Empty where the session itself begins with the app, or `begins` says how.
   */
  readonly before: readonly Envelope[];
}

export function writeUnloadBuffer(words: UnloadBuffer): void {
  if (words.events.length === 0 && words.outcomes.length === 0) return;
  try {
    localStorage.setItem(PREFIX + words.session, JSON.stringify(words));
  } catch {
    // A browser that keeps nothing, or has no room left.
  }
}

/**
 * Hands over what ended pages left. What was taken is removed, and so is what never can be: it would take the room of what
 * later pages leave.
 * @param oldest epoch milliseconds: words of before do not wait for the next page where they cannot be taken now.
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
    // A page that was left and came back may have been left again meanwhile: what it left then is for the next page.
    if (!stays && localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

const no = () => false;

/** Errors that say that no database can ever keep it. */
const HOPELESS = ["DataError", "DataCloneError", "RangeError", "TypeError"];

/** As of a database that is full or closed. */
function mayPass(error: unknown): boolean {
  return error instanceof Error && !HOPELESS.includes(error.name);
}

/** Of its last event, epoch milliseconds; what events led to is not worth waiting for without them. */
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

/** Null for what nobody wrote like this. */
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

/**
 * The unload buffer: events that an ending page could not write, because it cannot wait for a database. They are
 * encrypted and written synchronously to localStorage, and the user's next page moves them into the log.
 */
import type { Envelope } from "#events/kernel/event.ts";
import { bytesOfBase64, toBase64 } from "../kernel/log/base64.ts";
import { seal, SealBroken, unseal, type LogKey } from "../kernel/log/sealing.ts";
import type { Unwritten } from "../kernel/log/sessionLog.ts";
import { markIn } from "./userMark.ts";

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

/** What localStorage holds of a buffer. */
interface SealedBuffer {
  readonly session: string;
  /** The user's hash. */
  readonly user: string;
  /** Time of the last event in epoch milliseconds. */
  readonly last: number;
  /** The buffer, encrypted, in base64. */
  readonly sealed: string;
}

export interface BufferOwner {
  /** The user's hash. */
  readonly user: string;
  readonly key: LogKey;
}

export function writeUnloadBuffer(words: UnloadBuffer, { user, key }: BufferOwner): void {
  if (words.events.length === 0 && words.outcomes.length === 0) return;
  const { session } = words;
  try {
    const sealed = toBase64(seal(key, contextOf(session), JSON.stringify(words)));
    const buffer: SealedBuffer = { session, user, last: lastTime(words), sealed };
    localStorage.setItem(PREFIX + session, JSON.stringify(buffer));
  } catch {
    // A browser without storage or without free space.
  }
}

/**
 * Passes on the unload buffers of the user's ended pages. Removes stored buffers and those that can never be stored,
 * because they would take space from later pages. Those of other users wait for their next sign-in.
 *
 * @param oldest epoch milliseconds: older buffers are not kept for the next page if they cannot be stored now.
 */
export async function takeUnloadBuffers(
  owner: BufferOwner,
  take: (words: UnloadBuffer) => Promise<void>,
  oldest: number,
): Promise<void> {
  for (const key of keys()) {
    const text = localStorage.getItem(key);
    if (text === null) continue;
    const found = parse(text);
    const stays = found && (await passOn(found, owner, take)) && lastOf(found) >= oldest;
    // A page restored from the cache may have been left again: its new buffer is for the next page.
    if (!stays && localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

/** @returns whether it may be stored later. */
async function passOn(
  found: SealedBuffer | UnloadBuffer,
  { user, key }: BufferOwner,
  take: (words: UnloadBuffer) => Promise<void>,
): Promise<boolean> {
  if (ownerOf(found) !== user) return ownerOf(found) !== null;
  try {
    const words = "sealed" in found ? open(found, key) : found;
    if (words) await take(words);
    return false;
  } catch (error) {
    return mayPass(error);
  }
}

/** A buffer of an earlier build is not encrypted. */
function ownerOf(found: SealedBuffer | UnloadBuffer): string | null {
  if ("sealed" in found) return found.user;
  return found.user ?? markOfLegible(found.events);
}

/** Null also for events with invalid content. */
function markOfLegible(events: readonly Envelope[]): string | null {
  try {
    return markIn(events);
  } catch {
    return null;
  }
}

/** @throws SealBroken */
function open({ session, sealed }: SealedBuffer, key: LogKey): UnloadBuffer | null {
  return readWords(JSON.parse(unseal(key, contextOf(session), bytesOfBase64(sealed))));
}

function contextOf(session: string): string {
  return `unload ${session}`;
}

/** Errors after which no database can ever store it. */
const HOPELESS = ["DataError", "DataCloneError", "RangeError", "TypeError"];

/** Errors of a full or closed database, and of a server that has another key for now. */
function mayPass(error: unknown): boolean {
  return error instanceof SealBroken || (error instanceof Error && !HOPELESS.includes(error.name));
}

/** Time of the last event in epoch milliseconds. Outcomes without their events are not kept. */
function lastTime({ events }: UnloadBuffer): number {
  return events.at(-1)?.time ?? 0;
}

function lastOf(found: SealedBuffer | UnloadBuffer): number {
  return "sealed" in found ? found.last : lastTime(found);
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Null for invalid content. */
function parse(text: string): SealedBuffer | UnloadBuffer | null {
  try {
    const found = JSON.parse(text) as Partial<SealedBuffer> | null;
    const { session, user, last, sealed } = found ?? {};
    if (sealed === undefined) return readWords(found);
    return typeof session === "string" &&
      typeof user === "string" &&
      typeof last === "number" &&
      typeof sealed === "string"
      ? { session, user, last, sealed }
      : null;
  } catch {
    return null;
  }
}

/** Null for invalid content. */
function readWords(words: Partial<UnloadBuffer> | null): UnloadBuffer | null {
  const { session, build, user = null, begins = null, events } = words ?? {};
  const { before = [], outcomes = [] } = words ?? {};
  return typeof session === "string" && typeof build === "string" && Array.isArray(events)
    ? { session, build, user, begins, before, events, outcomes }
    : null;
}

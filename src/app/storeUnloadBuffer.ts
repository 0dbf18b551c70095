/** Adds the unload buffers of ended pages to the log. */
import type { Envelope } from "#events/kernel/event.ts";
import { beginAfter } from "../kernel/log/beginAfter.ts";
import { broughtUpToDate } from "../kernel/log/compatibility.ts";
import { digestOfText } from "../kernel/log/largePayloads.ts";
import type { LogStore } from "../kernel/log/logStore.ts";
import type { SessionBegin } from "../kernel/log/logWriter.ts";
import { allProjections } from "../kernel/projection.ts";
import { userIn } from "./logSessions.ts";
import type { UnloadBuffer } from "./unloadBuffer.ts";

type Target = Pick<LogStore, "addCheckpoint" | "append" | "addOutcomes">;

export async function storeUnloadBuffer(store: Target, buffer: UnloadBuffer): Promise<void> {
  const { session, build, user, events, outcomes } = buffer;
  const begins = beginOf(buffer);
  if (begins) await store.addCheckpoint(session, begins.checkpoint, begins.personal);
  await store.append({ id: session, build, user: user ?? markIn(events) }, events);
  for (const batch of outcomes) await store.addOutcomes(session, batch);
}

/** The page may have been of another build. */
function beginOf({ begins, before }: UnloadBuffer): SessionBegin | null {
  if (begins !== null || before.length === 0) return begins;
  const known = before.map(broughtUpToDate).filter((event) => event !== null);
  return known.length === before.length ? beginAfter(known, allProjections()) : null;
}

/** A pseudonym of the session's user. */
export function markOf(userId: string): string {
  return digestOfText(`provision-log:${userId}`).slice(0, 32);
}

function markIn(events: readonly Envelope[]): string | null {
  const user = events.map(userIn).findLast((one) => one !== null);
  return user === undefined || user === null ? null : markOf(user);
}

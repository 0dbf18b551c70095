/** Adds the unload buffers of ended pages to the log. */
import { beginAfter } from "../kernel/log/beginAfter.ts";
import { broughtUpToDate } from "../kernel/log/compatibility.ts";
import type { LogStore } from "../kernel/log/logStore.ts";
import type { SessionBegin } from "../kernel/log/logWriter.ts";
import { allProjections } from "../kernel/projection.ts";
import type { BufferOwner, UnloadBuffer } from "./unloadBuffer.ts";

type Target = Pick<LogStore, "addCheckpoint" | "append" | "addOutcomes">;

/** @param owner the buffer's user. */
export async function storeUnloadBuffer(
  store: Target,
  buffer: UnloadBuffer,
  owner: BufferOwner,
): Promise<void> {
  const { session: id, build, events, outcomes } = buffer;
  const session = { id, build, ...owner };
  const begins = beginOf(buffer);
  if (begins) await store.addCheckpoint(session, begins.checkpoint, begins.personal);
  await store.append(session, events);
  for (const batch of outcomes) await store.addOutcomes(session, batch);
}

/** The page may have been of another build. */
export function beginOf({
  begins,
  before,
}: Pick<UnloadBuffer, "begins" | "before">): SessionBegin | null {
  if (begins !== null || before.length === 0) return begins;
  const known = before.map(broughtUpToDate).filter((event) => event !== null);
  return known.length === before.length ? beginAfter(known, allProjections()) : null;
}

/** What tests of a kept log do to its store. */
import { vi } from "vitest";
import type { LogStore } from "#src/kernel/log/logStore.ts";
import { ANN, eventsOf } from "./storedEvents.ts";

/** A session, the seq of its first event, how many there are, and when. */
export type Appended = [session: string, first: number, count: number, time?: number];

export function appendTo(store: LogStore, ...[session, ...events]: Appended): Promise<void> {
  return store.append({ id: session, build: "0.1.0", user: ANN }, eventsOf(session, ...events));
}

/** The newest first. */
export async function sessionsIn(store: LogStore): Promise<string[]> {
  return (await store.sessions(ANN)).map(({ id }) => id);
}

export function failToOpenOnce(error: DOMException): void {
  vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
    throw error;
  });
}

/**
 * Events of a page that ended before the log's code was loaded, and therefore without encryption. They wait in
 * sessionStorage, which belongs to this tab, for the tab's next page. That page removes them as soon as it starts.
 */
import type { UnloadBuffer } from "./unloadBuffer.ts";

const KEY = "provision.log";

export function writeEarlyBuffers(buffers: readonly UnloadBuffer[]): void {
  if (buffers.length === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(buffers));
  } catch {
    // A browser without storage or without free space.
  }
}

export function takeEarlyBuffers(): readonly UnloadBuffer[] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const buffers: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(buffers) ? (buffers as UnloadBuffer[]) : [];
  } catch {
    return [];
  }
}

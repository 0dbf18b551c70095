/**
 * `?debug_store=true`: shows recorded events in the browser's console and in a replay inspector below the page, for
 * support.
 */
import { createWatch, type Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import { recorded } from "../kernel/recorder.ts";

export function wantsDebugStore(search: string): boolean {
  return new URLSearchParams(search).get("debug_store") === "true";
}

/** Calls back with every later envelope, which contains no secrets. */
export function watchStore(scope: Scope, tell: (envelope: Envelope) => void): void {
  createWatch({ unit: recorded, scope, fn: tell });
}

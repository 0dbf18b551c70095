/**
 * `?debug_store=true`: support follows what the app records, as it is recorded, in the browser's console and in the
 * inspector of replays below the page.
 */
import { createWatch, type Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import { recorded } from "../kernel/recorder.ts";

export function wantsDebugStore(search: string): boolean {
  return new URLSearchParams(search).get("debug_store") === "true";
}

/** Hands over every envelope from now on: secrets are not in it. */
export function watchStore(scope: Scope, tell: (envelope: Envelope) => void): void {
  createWatch({ unit: recorded, scope, fn: tell });
}

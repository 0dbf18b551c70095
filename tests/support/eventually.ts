/** Waits for what other threads and processes do, also on a busy machine. */
import { vi } from "vitest";

/** Milliseconds. A check that never passes fails its test long before the test's own limit. */
const TIMEOUT = 30_000;

/** Repeats a check until it passes. @returns its value. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: TIMEOUT });
}

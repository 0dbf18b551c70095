/** Limits for opening a log. */
import type { LineLimits } from "./ndjson.ts";

/** The unzipped size, because a small file can expand a lot. */
export interface ReadLimits extends LineLimits {
  readonly sessions: number;
  readonly events: number;
  /** Characters of all lines except those of blobs, and of payloads among the blobs. */
  readonly content: number;
  /** Bytes of all blobs in the file. */
  readonly bodies: number;
}

/** A working day has a hundred thousand events; by default a browser stores 64 MB of them. */
export const LOG_LIMITS: ReadLimits = {
  bytes: 4 * 2 ** 30,
  line: 64 * 2 ** 20,
  sessions: 10_000,
  events: 2_000_000,
  content: 512 * 2 ** 20,
  bodies: 2 ** 30,
};

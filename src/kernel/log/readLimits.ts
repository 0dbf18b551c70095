/** How large a log may be that is opened. */
import type { LineLimits } from "./ndjson.ts";

/** What a log may become: a small file can hold a lot. */
export interface ReadLimits extends LineLimits {
  readonly sessions: number;
  readonly events: number;
  /** Characters of all lines but those of bodies, and of payloads that stand among these. */
  readonly content: number;
  /** Bytes of all bodies, as they stand in the file. */
  readonly bodies: number;
}

/** A working day has a hundred thousand events; a browser keeps 64 MB of them where its server does not say otherwise. */
export const LOG_LIMITS: ReadLimits = {
  bytes: 4 * 2 ** 30,
  line: 64 * 2 ** 20,
  sessions: 10_000,
  events: 2_000_000,
  content: 512 * 2 ** 20,
  bodies: 2 ** 30,
};

import type { Milliseconds } from "#events/entities/common.ts";

/** How long the details of runs, previews and imports are kept. Their counts, decisions and audit entries stay. */
export const RETENTION: Milliseconds = 90 * 24 * 3_600_000;

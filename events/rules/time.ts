/** In milliseconds. */
export const DAY_MS = 86_400_000;

/** The day of an instant in UTC, such as 2026-11-28. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What the builder asks its analytics core as it opens. */
import type { BuilderQuery } from "#workers/analytics/contract.ts";
import { NOTHING_SET } from "#workers/analytics/session.ts";

export const FIRST_QUERY: BuilderQuery = { ...NOTHING_SET, threshold: 100 };

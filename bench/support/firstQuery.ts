/** What the builder asks its analytics core as it opens. */
import type { BuilderQuery } from "#workers/analytics/contract.ts";
import { INITIAL_QUERY } from "#workers/analytics/builderQuery.ts";

export const FIRST_QUERY: BuilderQuery = { ...INITIAL_QUERY, threshold: 100 };

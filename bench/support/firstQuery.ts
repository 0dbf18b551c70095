/** The builder's initial query of its analytics core. */
import type { BuilderQuery } from "#workers/analytics/contract.ts";
import { INITIAL_QUERY } from "#workers/analytics/builderQuery.ts";

export const FIRST_QUERY: BuilderQuery = { ...INITIAL_QUERY, threshold: 100 };

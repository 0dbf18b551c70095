import type { Feature } from "../../kernel/feature.ts";

/** What other features say of the problems of systems and of their changes. */
export const systemProblemsFeature: Feature = {};

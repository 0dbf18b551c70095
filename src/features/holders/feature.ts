import type { Feature } from "../../kernel/feature.ts";

/** A dialog of other screens. */
export const holdersFeature: Feature = { models: () => import("./model.ts") };

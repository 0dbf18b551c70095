import type { Feature } from "../../kernel/feature.ts";

export const supportLogFeature: Feature = { models: () => import("./model.ts") };

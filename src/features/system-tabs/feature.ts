import type { Feature } from "../../kernel/feature.ts";

/** Links on the screens of other features. */
export const systemTabsFeature: Feature = {};

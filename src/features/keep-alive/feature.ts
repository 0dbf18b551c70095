import type { Feature } from "../../kernel/feature.ts";

/** A dialog over every screen; `src/app/keepAliveLoader.ts` loads it after sign-in. */
export const keepAliveFeature: Feature = {
  models: () => import("./models.ts"),
};

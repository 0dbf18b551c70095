import type { Feature } from "../../kernel/feature.ts";

/** A dialog over every screen; `src/app/keepAliveLoader.ts` loads it once somebody is signed in. */
export const keepAliveFeature: Feature = {
  models: () => import("./models.ts"),
};

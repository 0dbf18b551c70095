import type { Feature } from "../../kernel/feature.ts";
import { secondFactorRoute } from "../login/index.ts";

export const secondFactorFeature: Feature = {
  routes: [
    {
      ...secondFactorRoute,
      title: { en: "Second Factor", de: "Zweiter Faktor" },
      permission: "public",
      layout: "bare",
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

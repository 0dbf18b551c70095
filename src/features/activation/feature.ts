import type { Feature } from "../../kernel/feature.ts";
import { activationRoute } from "./route.ts";

export const activationFeature: Feature = {
  routes: [
    {
      ...activationRoute,
      title: { en: "Activate Account", de: "Konto aktivieren" },
      permission: "public",
      layout: "bare",
      placeholder: "login",
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

import type { Feature } from "../../kernel/feature.ts";
import { loginRoute } from "./route.ts";

export const loginFeature: Feature = {
  routes: [
    {
      ...loginRoute,
      title: { en: "Login", de: "Anmelden" },
      permission: "public",
      layout: "bare",
      placeholder: "login",
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

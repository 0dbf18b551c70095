import type { Feature } from "../../kernel/feature.ts";
import { forgotPasswordRoute } from "./route.ts";

export const forgotPasswordFeature: Feature = {
  routes: [
    {
      ...forgotPasswordRoute,
      title: { en: "Forgot Password", de: "Passwort vergessen" },
      permission: "public",
      layout: "bare",
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

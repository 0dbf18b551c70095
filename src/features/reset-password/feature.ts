import type { Feature } from "../../kernel/feature.ts";
import { resetPasswordRoute } from "./route.ts";

export const resetPasswordFeature: Feature = {
  routes: [
    {
      ...resetPasswordRoute,
      title: { en: "Reset Password", de: "Passwort zurücksetzen" },
      permission: "public",
      layout: "bare",
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

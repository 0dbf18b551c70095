import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "./route.ts";

export const dashboardFeature: Feature = {
  routes: [
    {
      ...dashboardRoute,
      title: { en: "Dashboard", de: "Übersicht" },
      permission: "signedIn",
      layout: "frame",
      menu: {
        group: "main",
        order: 1,
        icon: "dashboard",
        label: { en: "Dashboard", de: "Übersicht" },
      },
      footer: { order: 1, label: { en: "Dashboard", de: "Übersicht" } },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

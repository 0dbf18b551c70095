import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { supportRoute } from "./route.ts";

export const eventLogFeature: Feature = {
  routes: [
    {
      ...supportRoute,
      title: { en: "Provision Support", de: "Provision-Support" },
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "support",
        order: 2,
        icon: "support",
        label: { en: "Provision Support", de: "Provision-Support" },
      },
      footer: { order: 5, label: { en: "Support", de: "Support" } },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

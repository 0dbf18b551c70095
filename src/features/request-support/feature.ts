import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { requestSupportRoute } from "./index.ts";

export const requestSupportFeature: Feature = {
  routes: [
    {
      ...requestSupportRoute,
      title: { en: "Support Request", de: "Supportanfrage" },
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "support",
        order: 3,
        icon: "request",
        label: { en: "Request Support", de: "Support anfragen" },
      },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { profileRoute } from "./route.ts";

export const profileFeature: Feature = {
  routes: [
    {
      ...profileRoute,
      title: { en: "Manage Profile", de: "Profil verwalten" },
      permission: "UserSelfUpdate",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "myAccount",
        order: 1,
        icon: "profile",
        label: { en: "Profile", de: "Profil" },
      },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

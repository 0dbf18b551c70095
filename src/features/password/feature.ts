import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { passwordRoute } from "./route.ts";

export const passwordFeature: Feature = {
  routes: [
    {
      ...passwordRoute,
      title: { en: "Manage Password", de: "Passwort verwalten" },
      permission: "UserSelfUpdate",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "myAccount",
        order: 2,
        icon: "password",
        label: { en: "Password", de: "Passwort" },
        when: ({ passwordEnabled }) => passwordEnabled,
      },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

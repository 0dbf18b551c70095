import { holdsGroup } from "#events/rules/permissions.ts";
import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { importRoute } from "./route.ts";

const TITLE: LocalizedText = { en: "Import", de: "Datenimport" };

export const importFeature: Feature = {
  routes: [
    {
      ...importRoute,
      title: TITLE,
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "main",
        order: 9,
        icon: "import",
        label: TITLE,
        when: ({ user }) => holdsGroup(user, "ManageAllResources"),
      },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { caseRoute, casesRoute, orphanedRoute, toMyCases } from "./route.ts";

const TITLE: LocalizedText = { en: "Cases", de: "Fälle" };
const ORPHANED: LocalizedText = { en: "Orphaned accounts", de: "Verwaiste Konten" };
const CASE: LocalizedText = { en: "Case", de: "Fall" };

export const casesFeature: Feature = {
  routes: [
    {
      ...casesRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: { group: "audit", order: 3, icon: "workItems", label: TITLE },
      load: () => import("./ListView.tsx"),
    },
    {
      ...caseRoute,
      title: CASE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: casesRoute, label: CASE, nameOf: "caseId" },
      load: () => import("./CaseView.tsx"),
    },
    {
      ...orphanedRoute,
      title: ORPHANED,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: casesRoute },
      load: () => import("./OrphanedView.tsx"),
    },
  ],
  palette: {
    actions: [
      {
        id: "cases/mine",
        label: { en: "My cases", de: "Meine Fälle" },
        href: toMyCases(),
        permission: "RoleMapping",
      },
    ],
  },
  models: () => import("./models.ts"),
};

import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { reportRoute, reportsRoute } from "./route.ts";

const TITLE: LocalizedText = { en: "Reports", de: "Berichte" };
const REPORT: LocalizedText = { en: "Report", de: "Bericht" };

export const reportsFeature: Feature = {
  routes: [
    {
      ...reportsRoute,
      title: TITLE,
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: { group: "audit", order: 2, icon: "reports", label: TITLE },
      load: () => import("./ListView.tsx"),
    },
    {
      ...reportRoute,
      title: REPORT,
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: reportsRoute, label: REPORT },
      load: () => import("./ReportView.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

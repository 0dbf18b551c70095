import type { ReportKind } from "#events/entities/report.ts";
import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { KIND_TEXTS } from "./kindTexts.ts";
import { reportRoute, reportsRoute, toReportsOf } from "./route.ts";

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
  palette: {
    actions: Object.entries(KIND_TEXTS).map(([kind, { en, de }]) => ({
      id: `reports/${kind}`,
      label: { en: `Reports: ${en}`, de: `Berichte: ${de}` },
      href: toReportsOf(kind as ReportKind),
      permission: "RoleMapping" as const,
    })),
  },
  models: () => import("./models.ts"),
};

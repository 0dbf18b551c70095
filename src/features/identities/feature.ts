import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import {
  identitiesRoute,
  identityChangesRoute,
  identityReportRoute,
  toIdentities,
  toIdentityReport,
} from "./route.ts";

const TITLE: LocalizedText = { en: "Identities", de: "Identitäten" };
const REPORT: LocalizedText = { en: "Identity Report", de: "Identitätsbericht" };

export const identitiesFeature: Feature = {
  routes: [
    {
      ...identitiesRoute,
      title: TITLE,
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "audit",
        order: 1,
        icon: "directory",
        label: TITLE,
      },
      load: () => import("./ListView.tsx"),
    },
    {
      ...identityReportRoute,
      title: REPORT,
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: identitiesRoute, label: REPORT, nameOf: "userOid" },
      load: () => import("./ReportView.tsx"),
    },
    {
      ...identityChangesRoute,
      title: { en: "Changes of an Identity", de: "Änderungen einer Identität" },
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: identityReportRoute, label: { en: "Changes", de: "Änderungen" } },
      load: () => import("./ChangesView.tsx"),
    },
  ],
  palette: { names: [{ kind: "identity", toOne: toIdentityReport, toAll: toIdentities }] },
  models: () => import("./models.ts"),
};

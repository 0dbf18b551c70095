import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { auditTrailRoute } from "./index.ts";

export const auditTrailFeature: Feature = {
  routes: [
    {
      ...auditTrailRoute,
      title: { en: "Audit Trail", de: "Änderungsprotokoll" },
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "audit",
        order: 4,
        icon: "reports",
        label: { en: "Audit Trail", de: "Änderungsprotokoll" },
      },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./model.ts"),
};

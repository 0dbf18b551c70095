import type { Feature } from "../../kernel/feature.ts";
import { listRoute } from "../role-mapping/index.ts";
import { bulkRoute } from "./route.ts";

const TITLE = { en: "Bulk Role Mapping", de: "Massenzuordnung" };

export const policyChangesFeature: Feature = {
  routes: [
    {
      ...bulkRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: listRoute },
      load: () => import("./BulkView.tsx"),
    },
  ],
  palette: { actions: [{ id: "policyChanges/bulk", label: TITLE, href: bulkRoute.path }] },
  models: () => import("./models.ts"),
};

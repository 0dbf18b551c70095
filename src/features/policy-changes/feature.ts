import type { Feature } from "../../kernel/feature.ts";
import { rolesRoute } from "../access-roles/index.ts";
import { listRoute, resourceBulkRoute, resourceListRoute } from "../role-mapping/index.ts";
import { accessBulkRoute, bulkRoute } from "./route.ts";

const TITLE = { en: "Bulk Role Mapping", de: "Massenzuordnung" };
const ACCESS_TITLE = {
  en: "Bulk Role Mapping of Access Roles",
  de: "Massenzuordnung von Zugriffsrollen",
};

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
    {
      ...accessBulkRoute,
      title: ACCESS_TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: rolesRoute },
      load: () => import("./BulkView.tsx"),
    },
    {
      ...resourceBulkRoute,
      title: TITLE,
      permission: "ManageOwnResources",
      resourceScoped: true,
      layout: "frame",
      breadcrumb: { parent: resourceListRoute },
      load: () => import("./BulkView.tsx"),
    },
  ],
  palette: {
    actions: [
      {
        id: "policyChanges/bulk",
        label: TITLE,
        href: bulkRoute.path,
        permission: "RoleMapping",
      },
      {
        id: "policyChanges/accessBulk",
        label: ACCESS_TITLE,
        href: accessBulkRoute.path,
        permission: "RoleMapping",
      },
    ],
  },
  models: () => import("./models.ts"),
};

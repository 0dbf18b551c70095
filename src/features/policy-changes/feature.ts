import { showsRoleMapping } from "#events/rules/permissions.ts";
import type { Feature, MenuConditions } from "../../kernel/feature.ts";
import { rolesRoute } from "../access-roles/index.ts";
import { listRoute, resourceBulkRoute, resourceListRoute } from "../role-mapping/index.ts";
import { accessBulkRoute, bulkRoute } from "./route.ts";

const TITLE = { en: "Bulk Role Mapping", de: "Massenzuordnung" };
const ACCESS_TITLE = {
  en: "Bulk Role Mapping of Access Roles",
  de: "Massenzuordnung von Zugriffsrollen",
};

const isShown = ({ user, client }: MenuConditions) => showsRoleMapping(user, client);

export const policyChangesFeature: Feature = {
  routes: [
    {
      ...bulkRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: listRoute },
      menu: {
        group: "main",
        order: 5,
        icon: "bulk",
        label: TITLE,
        parent: listRoute,
        when: isShown,
      },
      load: () => import("./BulkView.tsx"),
    },
    {
      ...accessBulkRoute,
      title: ACCESS_TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: rolesRoute },
      menu: {
        group: "main",
        order: 6,
        icon: "bulk",
        label: ACCESS_TITLE,
        parent: listRoute,
        when: isShown,
      },
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
  models: () => import("./models.ts"),
};

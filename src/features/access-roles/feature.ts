import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { listRoute } from "../role-mapping/index.ts";
import { roleRoute, rolesRoute, toAccessRole, toNewRole, toRolesWith } from "./route.ts";

const TITLE: LocalizedText = { en: "Access Roles", de: "Zugriffsrollen" };
const ROLE: LocalizedText = { en: "Access Role", de: "Zugriffsrolle" };

export const accessRolesFeature: Feature = {
  routes: [
    {
      ...rolesRoute,
      title: TITLE,
      permission: "AccessRoles",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "main",
        order: 3,
        icon: "accessRoles",
        label: TITLE,
        parent: listRoute,
        when: ({ client }) => client?.adminEnabled === true,
      },
      load: () => import("./ListView.tsx"),
    },
    {
      ...roleRoute,
      title: ROLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: rolesRoute, label: ROLE, nameOf: "roleOid" },
      load: () => import("./DetailView.tsx"),
    },
  ],
  palette: {
    names: [{ kind: "accessRole", toOne: toAccessRole, toAll: toRolesWith }],
    actions: [
      {
        id: "accessRoles/new",
        label: { en: "New access role", de: "Neue Zugriffsrolle" },
        href: toNewRole(),
        permission: "AccessRoles",
      },
    ],
  },
  models: () => import("./models.ts"),
};

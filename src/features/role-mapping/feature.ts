import { ORG_TYPES } from "#events/entities/orgTypes.ts";
import { showsRoleMapping } from "#events/rules/permissions.ts";
import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import {
  detailRoute,
  listRoute,
  resourceDetailRoute,
  resourceListRoute,
  toOrgsOfType,
  toRoleMappingDetail,
} from "./route.ts";

const loadList = () => import("./ListView.tsx");
const loadDetail = () => import("./DetailView.tsx");

const TITLE: LocalizedText = { en: "Role Mapping", de: "Rollenzuordnung" };
const ORG: LocalizedText = { en: "Org", de: "Organisation" };

export const roleMappingFeature: Feature = {
  routes: [
    {
      ...listRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "main",
        order: 2,
        icon: "roleMapping",
        label: TITLE,
        when: ({ user, client }) => showsRoleMapping(user, client),
      },
      load: loadList,
    },
    {
      ...detailRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: listRoute, label: ORG, nameOf: "oid" },
      load: loadDetail,
    },
    {
      ...resourceListRoute,
      title: TITLE,
      permission: "ManageOwnResources",
      resourceScoped: true,
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      load: loadList,
    },
    {
      ...resourceDetailRoute,
      title: TITLE,
      permission: "ManageOwnResources",
      resourceScoped: true,
      layout: "frame",
      breadcrumb: { parent: resourceListRoute, label: ORG, nameOf: "oid" },
      load: loadDetail,
    },
  ],
  palette: {
    names: [
      {
        kind: "org",
        toOne: (oid) => toRoleMappingDetail(oid),
        // The list shows orgs of one type: that of the best match.
        toAll: (text, best) =>
          toOrgsOfType(ORG_TYPES.find((type) => type === best.detail) ?? "job-titles", {
            contains: text,
          }),
      },
    ],
  },
  models: () => import("./models.ts"),
};

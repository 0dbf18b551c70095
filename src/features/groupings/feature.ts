import { ORG_TYPES, type OrgType } from "#events/entities/orgTypes.ts";
import type { Feature, LocalizedText, MenuConditions } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { listRoute } from "../role-mapping/index.ts";
import { GROUPING_ROUTES, toGroups } from "./route.ts";

const TITLES: Readonly<Record<OrgType, LocalizedText>> = {
  "job-titles": { en: "Job Title Groups", de: "Positionsgruppen" },
  departments: { en: "Department Groups", de: "Abteilungsgruppen" },
  locations: { en: "Location Groups", de: "Standortgruppen" },
};

export const groupingsFeature: Feature = {
  routes: ORG_TYPES.map((type) => ({
    ...GROUPING_ROUTES[type],
    title: TITLES[type],
    permission: "OrgGrouping" as const,
    layout: "frame" as const,
    breadcrumb: { parent: dashboardRoute },
    ...(type === "job-titles" && {
      menu: {
        group: "main" as const,
        order: 4,
        icon: "grouping" as const,
        label: { en: "Groupings", de: "Gruppierungen" },
        parent: listRoute,
        section: "/rbac-grouping",
        when: ({ client }: MenuConditions) => client !== null && client.adminEnabled,
      },
    }),
    load: () => import("./View.tsx"),
  })),
  palette: {
    actions: ORG_TYPES.map((type) => ({
      id: `groupings/${type}`,
      label: TITLES[type],
      href: toGroups(type),
      permission: "OrgGrouping" as const,
    })),
  },
  models: () => import("./models.ts"),
};

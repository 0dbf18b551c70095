import type { Feature, Route } from "../../kernel/feature.ts";
import { manageRoute } from "../systems/index.ts";
import { addRuleRoute, correlationRoute, editRuleRoute } from "./route.ts";

const ofOneResource = {
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
} as const satisfies Partial<Route>;

export const correlationFeature: Feature = {
  routes: [
    {
      ...correlationRoute,
      ...ofOneResource,
      title: { en: "Match User Accounts", de: "Konten zuordnen" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./OverviewView.tsx"),
    },
    {
      ...addRuleRoute,
      ...ofOneResource,
      title: { en: "Add Correlation Rule", de: "Zuordnungsregel hinzufügen" },
      breadcrumb: { parent: correlationRoute },
      load: () => import("./AddRuleView.tsx"),
    },
    {
      ...editRuleRoute,
      ...ofOneResource,
      title: { en: "Edit Correlation Rule", de: "Zuordnungsregel bearbeiten" },
      breadcrumb: { parent: correlationRoute },
      load: () => import("./EditRuleView.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

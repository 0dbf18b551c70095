import type { Feature, LocalizedText, Route } from "../../kernel/feature.ts";
import { manageRoute } from "../systems/index.ts";
import { addRuleRoute, correlationRoute, editRuleRoute, sectionRoute } from "./route.ts";

const ofOneResource = {
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
} as const satisfies Partial<Route>;

const MATCHING: LocalizedText = { en: "Match User Accounts", de: "Konten zuordnen" };

export const correlationFeature: Feature = {
  routes: [
    {
      ...correlationRoute,
      ...ofOneResource,
      title: MATCHING,
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
    {
      ...sectionRoute,
      ...ofOneResource,
      title: MATCHING,
      breadcrumb: { parent: manageRoute },
      load: () => import("./OverviewView.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

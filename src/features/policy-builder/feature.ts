import type { Feature, LocalizedText } from "../../kernel/feature.ts";
import { detailRoute, resourceDetailRoute } from "../role-mapping/index.ts";
import { policyBuilderRoute, resourcePolicyBuilderRoute } from "./route.ts";

const load = () => import("./View.tsx");
const TITLE: LocalizedText = { en: "Access Policy Builder", de: "Zugriffsrichtlinien-Editor" };

export const policyBuilderFeature: Feature = {
  routes: [
    {
      ...policyBuilderRoute,
      title: TITLE,
      permission: "RoleMapping",
      layout: "frame",
      breadcrumb: { parent: detailRoute },
      load,
    },
    {
      ...resourcePolicyBuilderRoute,
      title: TITLE,
      permission: "ManageOwnResources",
      resourceScoped: true,
      layout: "frame",
      breadcrumb: { parent: resourceDetailRoute },
      load,
    },
  ],
  models: () => import("./models.ts"),
};

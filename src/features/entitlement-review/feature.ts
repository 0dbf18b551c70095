import type { Feature } from "../../kernel/feature.ts";
import { manageRoute } from "../systems/index.ts";
import { reviewRoute } from "./route.ts";

export const entitlementReviewFeature: Feature = {
  routes: [
    {
      ...reviewRoute,
      title: { en: "Entitlement Review", de: "Berechtigungen prüfen" },
      permission: "ManageOwnResources",
      resourceScoped: true,
      layout: "frame",
      breadcrumb: { parent: manageRoute },
      load: () => import("./View.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

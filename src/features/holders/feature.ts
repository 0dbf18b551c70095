import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import { entitlementRoute, toEntitlement } from "./route.ts";

const ENTITLEMENT = { en: "Entitlement", de: "Berechtigung" };

/** A screen about an entitlement, and a dialog of other screens. */
export const holdersFeature: Feature = {
  routes: [
    {
      ...entitlementRoute,
      title: ENTITLEMENT,
      permission: "RoleMapping",
      orGroup: "IdentitiesRead",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute, label: ENTITLEMENT, nameOf: "entitlementOid" },
      load: () => import("./View.tsx"),
    },
  ],
  palette: { names: [{ kind: "entitlement", toOne: toEntitlement }] },
  models: () => import("./model.ts"),
};

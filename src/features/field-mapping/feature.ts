import type { Feature, LocalizedText, Route } from "../../kernel/feature.ts";
import { manageRoute } from "../systems/index.ts";
import {
  addMappingRoute,
  directionRoute,
  dnRoute,
  editMappingRoute,
  mappingsRoute,
} from "./route.ts";

const MAPPINGS: LocalizedText = { en: "Field Mapping", de: "Feldzuordnung" };

const ofOneSystem = {
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
} as const satisfies Partial<Route>;

export const fieldMappingFeature: Feature = {
  routes: [
    {
      ...mappingsRoute,
      ...ofOneSystem,
      title: MAPPINGS,
      breadcrumb: { parent: manageRoute },
      load: () => import("./ListView.tsx"),
    },
    {
      ...addMappingRoute,
      ...ofOneSystem,
      title: { en: "Add Field Mapping", de: "Feldzuordnung hinzufügen" },
      breadcrumb: { parent: mappingsRoute },
      load: () => import("./AddView.tsx"),
    },
    {
      ...editMappingRoute,
      ...ofOneSystem,
      title: { en: "Edit Field Mapping", de: "Feldzuordnung bearbeiten" },
      breadcrumb: { parent: mappingsRoute },
      load: () => import("./EditView.tsx"),
    },
    {
      ...dnRoute,
      ...ofOneSystem,
      title: { en: "Distinguished Name", de: "Eindeutiger Name (DN)" },
      breadcrumb: { parent: editMappingRoute },
      load: () => import("./DnView.tsx"),
    },
    {
      ...directionRoute,
      ...ofOneSystem,
      title: MAPPINGS,
      breadcrumb: { parent: manageRoute },
      load: () => import("./ListView.tsx"),
    },
  ],
  models: () => import("./models.ts"),
};

import type { Feature, LocalizedText, Route } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import {
  activationRoute,
  addResourceRoute,
  configurationRoute,
  confirmRoute,
  manageRoute,
  previewRoute,
  setupRoute,
  systemsRoute,
  tasksRoute,
  toSystem,
} from "./route.ts";

const SYSTEMS: LocalizedText = { en: "Systems", de: "Systeme" };
const SYSTEM: LocalizedText = { en: "System", de: "Angebundenes System" };

const ofOneSystem = {
  permission: "ManageOwnResources",
  resourceScoped: true,
  layout: "frame",
} as const satisfies Partial<Route>;

export const systemsFeature: Feature = {
  routes: [
    {
      ...systemsRoute,
      title: SYSTEMS,
      permission: "ManageOwnResources",
      orGroup: "ManageAllResources",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: { group: "main", order: 8, icon: "systems", label: SYSTEMS },
      load: () => import("./ListView.tsx"),
    },
    {
      ...addResourceRoute,
      title: { en: "Add Resource", de: "Ressource hinzufügen" },
      permission: "signedIn",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      load: () => import("./CatalogueView.tsx"),
    },
    {
      ...manageRoute,
      ...ofOneSystem,
      title: { en: "Manage System", de: "System verwalten" },
      breadcrumb: { parent: systemsRoute, label: SYSTEM, nameOf: "resourceId" },
      load: () => import("./ManageView.tsx"),
    },
    {
      ...setupRoute,
      ...ofOneSystem,
      title: { en: "Name Resource", de: "Ressource benennen" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./SetupView.tsx"),
    },
    {
      ...configurationRoute,
      ...ofOneSystem,
      title: { en: "Set Up Integration", de: "Anbindung einrichten" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./ConfigurationView.tsx"),
    },
    {
      ...activationRoute,
      ...ofOneSystem,
      title: { en: "Activation Settings", de: "Aktivierung von Konten" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./ActivationView.tsx"),
    },
    {
      ...confirmRoute,
      ...ofOneSystem,
      title: { en: "Confirm Integration", de: "Anbindung bestätigen" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./ConfirmView.tsx"),
    },
    {
      ...previewRoute,
      ...ofOneSystem,
      title: { en: "Preview and Approve", de: "Vorschau und Genehmigung" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./PreviewView.tsx"),
    },
    {
      ...tasksRoute,
      ...ofOneSystem,
      title: { en: "Tasks", de: "Aufgaben" },
      breadcrumb: { parent: manageRoute },
      load: () => import("./TasksView.tsx"),
    },
  ],
  palette: {
    names: [{ kind: "resource", toOne: (resourceId) => toSystem("manage", resourceId) }],
  },
  models: () => import("./models.ts"),
};

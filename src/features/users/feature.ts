import type { Feature } from "../../kernel/feature.ts";
import { dashboardRoute } from "../dashboard/index.ts";
import {
  bulkRoute,
  rolesRoute,
  toBulkChanges,
  toNewUser,
  toUser,
  toUsers,
  userRoute,
  usersRoute,
} from "./route.ts";

export const usersFeature: Feature = {
  routes: [
    {
      ...usersRoute,
      title: { en: "Manage Users", de: "Benutzer verwalten" },
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: { parent: dashboardRoute },
      menu: {
        group: "myAccount",
        order: 3,
        icon: "users",
        label: { en: "Users", de: "Benutzer" },
      },
      footer: { order: 2, label: { en: "Users", de: "Benutzer" } },
      load: () => import("./ListView.tsx"),
    },
    // Declared before the route of a user, whose pattern also matches their paths.
    {
      ...rolesRoute,
      title: { en: "User Roles", de: "Benutzerrollen" },
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: { parent: usersRoute },
      load: () => import("./RolesView.tsx"),
    },
    {
      ...bulkRoute,
      title: { en: "Bulk Changes", de: "Massenänderungen" },
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: { parent: usersRoute },
      load: () => import("./bulk/View.tsx"),
    },
    {
      ...userRoute,
      title: { en: "Edit User", de: "Benutzer bearbeiten" },
      permission: "EditAllUsers",
      layout: "frame",
      breadcrumb: {
        parent: usersRoute,
        label: { en: "User", de: "Benutzer" },
        nameOf: "userId",
      },
      load: () => import("./EditView.tsx"),
    },
  ],
  palette: {
    names: [
      {
        kind: "user",
        toOne: toUser,
        // The list treats a comma as a separator of name parts.
        toAll: (text) => toUsers(text.replaceAll(",", " ").trim()),
      },
    ],
    actions: [
      {
        id: "newUser",
        label: { en: "New user", de: "Neuer Benutzer" },
        href: toNewUser(),
        permission: "EditAllUsers",
      },
      {
        id: "importUsers",
        label: { en: "Import users from a file", de: "Benutzer aus einer Datei importieren" },
        href: toBulkChanges(),
        permission: "EditAllUsers",
      },
    ],
  },
  models: () => import("./models.ts"),
};

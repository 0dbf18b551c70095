import type { Feature } from "../../kernel/feature.ts";
import { logoutRoute, toLogout } from "./route.ts";

export const logoutFeature: Feature = {
  routes: [
    {
      ...logoutRoute,
      title: { en: "Logout", de: "Abmelden" },
      permission: "public",
      layout: "bare",
      placeholder: "login",
      menu: {
        group: "myAccount",
        order: 4,
        icon: "logout",
        label: { en: "Logout", de: "Abmelden" },
      },
      load: () => import("./View.tsx"),
    },
  ],
  palette: {
    actions: [{ id: "signOut", label: { en: "Sign out", de: "Abmelden" }, href: toLogout() }],
  },
  models: () => import("./model.ts"),
};

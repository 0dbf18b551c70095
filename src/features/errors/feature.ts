import type { Feature, LocalizedText, Route } from "../../kernel/feature.ts";
import type { RouteAddress } from "../../kernel/route.ts";
import { errorRoutes, notFoundRoute } from "./route.ts";

const load = () => import("./View.tsx");

function errorRoute(address: RouteAddress, title: LocalizedText): Route {
  return { ...address, title, permission: "public", layout: "bare", load };
}

const NOT_FOUND: LocalizedText = { en: "Not Found", de: "Nicht gefunden" };

export const errorsFeature: Feature = {
  routes: [
    errorRoute(errorRoutes.unauthorized, { en: "Unauthorized", de: "Nicht angemeldet" }),
    {
      ...errorRoute(errorRoutes.forbidden, { en: "Forbidden", de: "Kein Zugriff" }),
      permission: "signedIn",
      layout: "frame",
    },
    errorRoute(errorRoutes.notFound, NOT_FOUND),
    errorRoute(errorRoutes.internalError, { en: "Internal Error", de: "Interner Fehler" }),
    errorRoute(errorRoutes.notAuthorized, { en: "Not Authorized", de: "Nicht berechtigt" }),
    errorRoute(errorRoutes.other, NOT_FOUND),
    errorRoute(notFoundRoute, NOT_FOUND),
  ],
};

import type { Route } from "../../kernel/route.ts";

const load = () => import("./View.tsx");

function errorRoute(name: string, path: string, title: string): Route {
  return { name, path, title, permission: "public", layout: "bare", load };
}

/** Shown at the address itself where no route matches. */
export const notFoundRoute = errorRoute("notFound", "*", "Not Found");

/** The last one takes every other address among the error pages. */
export const errorRoutes: readonly Route[] = [
  errorRoute("unauthorized", "/errors/401", "Unauthorized"),
  {
    ...errorRoute("forbidden", "/errors/403", "Forbidden"),
    permission: "signedIn",
    layout: "frame",
  },
  errorRoute("errorNotFound", "/errors/404", "Not Found"),
  errorRoute("internalError", "/errors/500", "Internal Error"),
  errorRoute("notAuthorized", "/errors/not-authorized", "Not Authorized"),
  errorRoute("errorsOther", "/errors/*", "Not Found"),
];

/** Every address of the product, from the features. */
import { notFoundRoute } from "../features/errors/index.ts";
import type { Route } from "../kernel/feature.ts";
import { FEATURES } from "./features.ts";
import { REDIRECTS } from "./redirects.ts";
import type { RouteTable } from "./router.ts";

/** Every screen of this version, including the one for unknown addresses. */
export const ROUTES: readonly Route[] = FEATURES.flatMap(({ routes = [] }) => routes);

export const ROUTE_TABLE: RouteTable = {
  routes: ROUTES.filter(({ name }) => name !== notFoundRoute.name),
  redirects: REDIRECTS,
  notFound: routeNamed(notFoundRoute.name),
};

/** @throws Error for an unknown route name */
export function routeNamed(name: string): Route {
  const route = ROUTES.find((one) => one.name === name);
  if (!route) throw new Error(`No route is named ${name}`);
  return route;
}

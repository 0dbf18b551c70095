/** Every screen of the product, in the order in which addresses are tried. */
import { dashboardRoute } from "../features/dashboard/index.ts";
import { errorRoutes, notFoundRoute } from "../features/errors/index.ts";
import { loginRoute } from "../features/login/index.ts";
import { logoutRoute } from "../features/logout/index.ts";
import { policyBuilderRoutes } from "../features/policy-builder/index.ts";
import { requestSupportRoute } from "../features/request-support/index.ts";
import { profileRoute } from "../features/profile/index.ts";
import { roleMappingRoutes } from "../features/role-mapping/index.ts";
import { supportRoute } from "../features/support/index.ts";
import { userRoutes } from "../features/users/index.ts";
import type { RouteTable } from "./router.ts";

export const ROUTE_TABLE: RouteTable = {
  routes: [
    loginRoute,
    logoutRoute,
    dashboardRoute,
    ...policyBuilderRoutes,
    ...roleMappingRoutes,
    profileRoute,
    ...userRoutes,
    supportRoute,
    requestSupportRoute,
    ...errorRoutes,
  ],
  notFound: notFoundRoute,
};

/** Every screen of the product, in the order in which addresses are tried. */
import { activationRoute } from "../features/activation/index.ts";
import { dashboardRoute } from "../features/dashboard/index.ts";
import { errorRoutes, notFoundRoute } from "../features/errors/index.ts";
import { forgotPasswordRoute } from "../features/forgot-password/index.ts";
import { loginRoute } from "../features/login/index.ts";
import { logoutRoute } from "../features/logout/index.ts";
import { passwordRoute } from "../features/password/index.ts";
import { policyBuilderRoutes } from "../features/policy-builder/index.ts";
import { requestSupportRoute } from "../features/request-support/index.ts";
import { profileRoute } from "../features/profile/index.ts";
import { resetPasswordRoute } from "../features/reset-password/index.ts";
import { roleMappingRoutes } from "../features/role-mapping/index.ts";
import { supportRoute } from "../features/event-log/index.ts";
import { userRoutes } from "../features/users/index.ts";
import type { RouteTable } from "./router.ts";
import { REDIRECTS, UNBUILT_ROUTES } from "./plannedRoutes.ts";

export const ROUTE_TABLE: RouteTable = {
  routes: [
    loginRoute,
    logoutRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    activationRoute,
    dashboardRoute,
    passwordRoute,
    ...policyBuilderRoutes,
    ...roleMappingRoutes,
    profileRoute,
    ...userRoutes,
    supportRoute,
    requestSupportRoute,
    ...errorRoutes,
  ],
  unbuilt: UNBUILT_ROUTES,
  redirects: REDIRECTS,
  notFound: notFoundRoute,
};

import { routeAddress } from "../../kernel/route.ts";

/** Shown if no route matches; the address stays. */
export const notFoundRoute = routeAddress("notFound", "*");

export const errorRoutes = {
  unauthorized: routeAddress("unauthorized", "/errors/401"),
  forbidden: routeAddress("forbidden", "/errors/403"),
  notFound: routeAddress("errorNotFound", "/errors/404"),
  internalError: routeAddress("internalError", "/errors/500"),
  notAuthorized: routeAddress("notAuthorized", "/errors/not-authorized"),
  /** Every other address among the error pages. */
  other: routeAddress("errorsOther", "/errors/*"),
};

export { errorRoutes, notFoundRoute } from "./route.ts";

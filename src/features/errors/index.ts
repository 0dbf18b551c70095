export { notFoundRoute } from "./route.ts";

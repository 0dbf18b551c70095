export { policyBuilderRoutes, toPolicyBuilder } from "./route.ts";

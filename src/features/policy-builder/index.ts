export { builderIn, policyIn, reportIn } from "./logSelectors.ts";
export { policyBuilderRoutes, toPolicyBuilder } from "./route.ts";

export { builderIn, policyIn, reportIn } from "./report/logSelectors.ts";
export { policyBuilderRoutes, toPolicyBuilder } from "./route.ts";

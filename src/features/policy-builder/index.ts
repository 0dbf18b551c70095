export { builderIn, policyIn, reportIn } from "./inStates.ts";
export { policyBuilderRoutes, toPolicyBuilder } from "./route.ts";

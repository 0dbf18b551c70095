export { builderIn, bytesIn, reportIn } from "./report/logSelectors.ts";
export { policyBuilderRoutes, toPolicyBuilder } from "./route.ts";
export { withSharedAnswers } from "./latency/sharedAnswers.ts";

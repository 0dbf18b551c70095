export { toCorrelation } from "./route.ts";

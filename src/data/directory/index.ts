export { $counts, $countsFailure, $resources, fetchCounts, fetchResources } from "./model.ts";

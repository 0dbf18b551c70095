export { $resources, fetchResources } from "./model.ts";

export { $resources, fetchResources } from "./model.ts";
export { personName } from "./personName.ts";

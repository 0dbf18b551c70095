export { $resources, fetchResources, identitiesCall } from "./model.ts";
export { personName } from "./personName.ts";

export { $resources, entitlementsCall, fetchResources, identitiesCall } from "./model.ts";
export { personName } from "./personName.ts";

export { systemLinkMessages } from "./linkMessages.ts";
export { systemLinks } from "./links.ts";
export { manageRoute, systemsRoute, toAddResource, toSystem, toSystems } from "./route.ts";

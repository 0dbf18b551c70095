export { manageRoute, systemsRoute, toAddResource, toSystem, toSystems } from "./route.ts";

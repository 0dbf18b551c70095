export { manageRoute, systemsRoute, toSystem, toSystems } from "./route.ts";

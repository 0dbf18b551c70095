export { roleMappingRoutes, toOrgsOfType, toRoleMapping, toRoleMappingDetail } from "./route.ts";

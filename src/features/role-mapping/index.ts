export { roleMappingRoutes, toRoleMapping, toRoleMappingDetail } from "./route.ts";

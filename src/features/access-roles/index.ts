export { rolesRoute, toAccessRole, toAccessRoles } from "./route.ts";

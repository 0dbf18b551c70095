export { rolesRoute, toAccessRole } from "./route.ts";

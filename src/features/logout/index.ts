export { logoutRoute, toLogout } from "./route.ts";

export { dashboardRoute, toDashboard } from "./route.ts";

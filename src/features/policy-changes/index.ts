export { EntitlementEffects } from "./EntitlementEffects.tsx";
export { HistoryPanel } from "./HistoryPanel.tsx";
export { toBulkRoleMapping } from "./route.ts";

export { EffectDialog } from "./EffectDialog.tsx";
export { openEffect } from "./effectModel.ts";
export { EntitlementEffects } from "./EntitlementEffects.tsx";
export { HistoryPanel } from "./HistoryPanel.tsx";
export { toBulkAccessRoles, toBulkRoleMapping } from "./route.ts";

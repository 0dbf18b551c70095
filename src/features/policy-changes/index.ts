export { HistoryPanel } from "./HistoryPanel.tsx";
export { $showsHistory } from "./historyModel.ts";
export { toBulkRoleMapping } from "./route.ts";

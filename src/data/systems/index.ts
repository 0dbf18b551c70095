export { importSettingsCall, saveImportSettingsCall, systemCall } from "./model.ts";
export { $openSystem } from "./openSystem.ts";
export { ownerOptions } from "./owners.ts";

export { importSettingsCall, saveImportSettingsCall, systemCall } from "./model.ts";
export { $openSystem, $openSystemId } from "./openSystem.ts";
export { ownerOptions } from "./owners.ts";

export { importSettingsCall, saveImportSettingsCall, systemCall } from "./model.ts";
export { ownerOptions } from "./owners.ts";

export { importSettingsCall, saveImportSettingsCall, systemCall } from "./model.ts";

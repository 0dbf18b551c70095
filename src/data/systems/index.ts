export { importSettingsCall, saveImportSettingsCall } from "./model.ts";

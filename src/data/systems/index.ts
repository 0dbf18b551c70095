export {
  importSettingsCall,
  retryPreviewCall,
  saveImportSettingsCall,
  systemCall,
} from "./model.ts";
export { $openSystem, $systemPlace } from "./openSystem.ts";
export { ownerOptions } from "./owners.ts";
export { $retrying } from "./retrying.ts";

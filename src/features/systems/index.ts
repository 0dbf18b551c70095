export { connectorMessages } from "./connectorMessages.ts";
export {
  manageRoute,
  SYSTEM_SCREENS,
  systemsRoute,
  toAddResource,
  toRun,
  toSystem,
  toSystems,
  type SystemScreen,
} from "./route.ts";
export { fieldsWith } from "./settingTexts.ts";

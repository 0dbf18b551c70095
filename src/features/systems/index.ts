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

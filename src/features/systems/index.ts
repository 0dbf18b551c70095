export {
  manageRoute,
  SYSTEM_SCREENS,
  systemsRoute,
  toAddResource,
  toSystem,
  toSystems,
  type SystemScreen,
} from "./route.ts";

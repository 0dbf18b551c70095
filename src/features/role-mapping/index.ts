export {
  detailRoute,
  resourceDetailRoute,
  toOrgsOfType,
  toRoleMapping,
  toRoleMappingDetail,
} from "./route.ts";

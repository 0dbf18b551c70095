export {
  detailRoute,
  listRoute,
  resourceDetailRoute,
  toOrgsOfType,
  toRoleMapping,
  toRoleMappingDetail,
} from "./route.ts";

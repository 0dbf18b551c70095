export {
  detailRoute,
  listRoute,
  resourceBulkRoute,
  resourceDetailRoute,
  resourceListRoute,
  toOrgsOfType,
  toRoleMapping,
  toRoleMappingDetail,
} from "./route.ts";

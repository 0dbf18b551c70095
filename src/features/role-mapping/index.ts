export {
  detailRoute,
  listRoute,
  resourceBulkRoute,
  resourceDetailRoute,
  resourceListRoute,
  toOrgs,
  toOrgsOfType,
  toRoleMapping,
  toRoleMappingDetail,
} from "./route.ts";

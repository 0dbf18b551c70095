export {
  $ancestors,
  $currentOrg,
  $org,
  $orgList,
  deleteInducementCall,
  fetchOrg,
  fetchOrgs,
  induceCall,
  orgsCall,
} from "./model.ts";
export { ORG_KIND_NAMES } from "./rules.ts";

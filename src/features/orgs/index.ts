export {
  $ancestors,
  $currentOrg,
  $org,
  $orgList,
  ancestorsCall,
  deleteInducementCall,
  fetchOrg,
  fetchOrgs,
  induceCall,
  orgCall,
  orgsCall,
} from "./model.ts";
export { ORG_KIND_NAMES, type CurrentOrg } from "./rules.ts";

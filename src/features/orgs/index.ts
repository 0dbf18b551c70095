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
export type { CurrentOrg } from "./rules.ts";

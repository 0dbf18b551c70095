export {
  $ancestors,
  $currentOrg,
  $org,
  deleteInducementCall,
  induceCall,
  orgsCall,
  retryOrg,
} from "./model.ts";

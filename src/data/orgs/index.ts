export {
  $ancestors,
  $currentOrg,
  $org,
  ancestorsOfManyCall,
  deleteInducementCall,
  induceCall,
  orgCall,
  orgsCall,
  retryOrg,
} from "./model.ts";

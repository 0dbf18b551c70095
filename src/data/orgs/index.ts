export {
  $ancestors,
  $currentOrg,
  $org,
  ancestorsOfManyCall,
  deleteInducementCall,
  induceCall,
  orgsCall,
  retryOrg,
} from "./model.ts";

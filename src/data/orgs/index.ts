export {
  $ancestors,
  $currentOrg,
  $org,
  deleteInducementCall,
  induceCall,
  orgsCall,
} from "./model.ts";

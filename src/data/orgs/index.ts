export {
  $ancestors,
  $currentOrg,
  $org,
  deleteInducementCall,
  induceCall,
  ORG_KIND_NAMES,
  orgsCall,
} from "./model.ts";

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
export { ORG_CHOICES, orgOption } from "./orgChoices.ts";

export {
  $resources,
  entitlementsCall,
  fetchResources,
  identitiesCall,
  ownersCall,
} from "./model.ts";
export { personName } from "./personName.ts";

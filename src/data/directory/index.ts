export {
  $resources,
  entitlementsCall,
  fetchResources,
  identitiesCall,
  ownersCall,
} from "./model.ts";

export {
  $counts,
  $currentResource,
  $members,
  $resources,
  countsCall,
  fetchCounts,
  fetchMembers,
  fetchResource,
  fetchResources,
  identitiesCall,
  resourceCall,
  resourcesCall,
} from "./model.ts";
export type { CurrentResource } from "./rules.ts";

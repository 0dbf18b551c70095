export {
  $counts,
  $countsFailure,
  $currentResource,
  $members,
  $resources,
  fetchCounts,
  fetchMembers,
  fetchResource,
  fetchResources,
  identitiesCall,
  resourceCall,
  resourcesCall,
} from "./model.ts";
export type { CurrentResource } from "./rules.ts";

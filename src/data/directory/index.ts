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
} from "./model.ts";

/** The calls of the grouping screens. */
import * as calls from "#events/calls/groupings.ts";
import { createCall } from "../../kernel/calls.ts";

export const groupsCall = createCall(calls.listGroups);
export const updateGroupCall = createCall(calls.updateGroup);
export const deleteGroupCall = createCall(calls.deleteGroup);
export const patchOrgCall = createCall(calls.patchOrg);
export const acceptCall = createCall(calls.acceptSuggestions);
export const previewCall = createCall(calls.previewGrouping);
export const undoCall = createCall(calls.undoGroupChange);

/** Successes that change groups. */
export const CHANGES = [
  calls.updateGroup.succeeded,
  calls.deleteGroup.succeeded,
  calls.patchOrg.succeeded,
  calls.acceptSuggestions.succeeded,
  calls.undoGroupChange.succeeded,
] as const;

/** Refused changes: somebody else may have changed the groups meanwhile. */
export const REFUSALS = [
  calls.updateGroup.failed,
  calls.deleteGroup.failed,
  calls.patchOrg.failed,
  calls.acceptSuggestions.failed,
  calls.undoGroupChange.failed,
] as const;

/** Creating, renaming and deleting groups, the last change, and undo. */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import * as calls from "#events/calls/groupings.ts";
import { findSubtree } from "#events/calls/orgs.ts";
import type { Org } from "#events/entities/org.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { createCall, reasonOf } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import {
  CHANGES,
  deleteGroupCall,
  patchOrgCall,
  previewCall,
  REFUSALS,
  undoCall,
  updateGroupCall,
} from "./calls.ts";
import { $place, ROUTES } from "./place.ts";
import { $selected, $selectedGroup } from "./selectionModel.ts";

/** Where a new group is created: within the selected group, or with the selected orgs in it. */
export const $newGroup = combine(
  $place,
  $selected,
  $selectedGroup,
  (place, selected, group) =>
    place && {
      ...place,
      parent: group,
      ids: group === null ? selected.map(({ oid, version }) => ({ oid, version })) : [],
    },
);

export const newGroupForm = createForm(actions.createForm, {
  saved: { displayName: "" },
  call: updateGroupCall,
  routes: ROUTES,
  inDialog: true,
  source: $newGroup,
  check: ({ displayName }) => ({ displayName: checkRequired(displayName, "labels.groupName") }),
  request: ({ displayName }, { clientId, orgType, parent, ids }) => ({
    query: { clientId },
    body: {
      org: { orgType, displayName: displayName.trim(), ...(parent && { parentOid: parent.oid }) },
      ids,
      toDelete: [],
    },
  }),
  savedMessage: ({ body: { change } }) =>
    message("orgs.groupCreated", { name: change.group?.displayName ?? "" }),
  failedMessage: ({ displayName }, reason) =>
    message("orgs.groupNotCreated", { name: displayName.trim(), reason }),
});

export const renameForm = createForm(actions.renameForm, {
  saved: $selectedGroup.map((group) => group && { displayName: group.displayName }),
  call: patchOrgCall,
  routes: ROUTES,
  inDialog: true,
  onlyChanges: true,
  source: combine($place, $selectedGroup, (place, group) =>
    place === null || group === null ? null : { ...place, group },
  ),
  check: ({ displayName }) => ({ displayName: checkRequired(displayName, "labels.groupName") }),
  request: ({ displayName }, { clientId, group }) => ({
    params: { clientId, oid: group.oid },
    body: [
      { op: "test" as const, path: "/version", value: group.version },
      { op: "replace" as const, path: "/displayName", value: displayName.trim() },
    ],
  }),
  savedMessage: ({ body: { change } }) =>
    message("orgs.groupRenamed", {
      name: change.group?.displayName ?? "",
      former: change.formerName ?? "",
    }),
  failedMessage: ({ displayName }, reason) =>
    message("orgs.groupNotRenamed", { name: displayName.trim(), reason }),
});

export const deletion = createConfirmation(actions.deletion, {
  call: deleteGroupCall,
  source: $place,
  request: ({ oid, parentOid, version }, { clientId }) => ({
    query: { clientId },
    body: { org: { oid: parentOid }, oidToDelete: oid, version },
  }),
  doneMessage: ({ displayName }) => message("orgs.groupDeleted", { name: displayName }),
  goneMessage: ({ displayName }) => message("orgs.groupDeleted", { name: displayName }),
  failedMessage: ({ displayName }, reason) =>
    message("orgs.groupNotDeleted", { name: displayName, reason }),
});

interface Subtree {
  readonly orgs: readonly Org[];
  readonly total: number;
}

const $doomed = deletion.$view.map(({ isOpen, subject }) => (isOpen ? subject : null));

/** The first orgs below the group that the user is about to delete; null while unknown. */
export const $doomedOrgs = createQuery("groupings/subtrees", {
  call: createCall(findSubtree),
  input: combine($place, $doomed, (place, group) =>
    place === null || group === null
      ? null
      : {
          params: { clientId: place.clientId },
          query: { orgFilterType: "Subtree" },
          body: { oid: group.oid, size: 5 },
        },
  ),
  valueOf: ({ body: { _embedded, page } }): Subtree | null => ({
    orgs: _embedded.orgs,
    total: page.totalElements,
  }),
  // A changed group clears the cached subtree.
  changes: (on) => CHANGES.map((change) => on(change, () => null)),
  refreshOn: [actions.deletion.opened],
  options: { version: 4 },
}).map(({ value }) => value);

/** What the deletion would mean for people. */
export const $deletionEffect = createQuery("groupings/deletionEffect", {
  call: previewCall,
  input: combine($place, $doomed, (place, group) =>
    place === null || group === null
      ? null
      : {
          params: { clientId: place.clientId },
          body: { targetOid: group.parentOid, oids: [], oidToDelete: group.oid },
        },
  ),
  valueOf: ({ body }) => body,
  refreshOn: [actions.deletion.opened],
  emptyOnFailure: true,
});

export const $lastChange = createQuery("groupings/lastChange", {
  call: createCall(calls.getLastChange),
  input: $place.map(
    (place) => place && { params: { clientId: place.clientId }, query: { orgType: place.orgType } },
  ),
  valueOf: ({ body }) => body.change,
  refreshOn: [...CHANGES, ...REFUSALS, actions.treeRetried],
}).map(({ value }) => value);

export const undo = createAction(actions.undoWanted);
react(
  actions.undoWanted,
  $place,
  (place, { payload: { changeId } }) => place && { params: { clientId: place.clientId, changeId } },
  undoCall.start,
);
react(
  undoCall.succeeded,
  $place,
  (_place, { id }) => notificationOf("success", message("orgs.undone"), id),
  showNotification,
);
react(
  undoCall.failed,
  $place,
  (_place, { payload, id }) =>
    notificationOf("error", message("orgs.notUndone", { reason: reasonOf(payload) }), id),
  showNotification,
);

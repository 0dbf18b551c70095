/** Moving orgs: the chosen orgs, the group they go to, and what that means for people. */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import { message } from "#events/messages/message.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { searchWhenStill } from "../../kernel/debouncedSearch.ts";
import { SEARCH_DELAY } from "../../kernel/list.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { groupsCall, previewCall, updateGroupCall } from "./calls.ts";
import { $place } from "./place.ts";
import { MAX_RESULTS } from "./searchModel.ts";

export interface MoveTarget {
  readonly oid: string;
  /** null: the top level. */
  readonly displayName: string | null;
}

interface TargetState {
  readonly text: string;
  readonly pendingId: string | null;
  readonly wanted: string;
  readonly target: MoveTarget | null;
}

const NO_TARGET: TargetState = { text: "", pendingId: null, wanted: "", target: null };

export const $target = createProjection<TargetState>("groupings/moveTarget", NO_TARGET, (on) => [
  on(actions.move.opened, () => NO_TARGET),
  on(actions.moveSearchTyped, (state, { text }, { id }) => ({ ...state, text, pendingId: id })),
  on(actions.moveSearchSettled, (state, { text }) => ({ ...state, pendingId: null, wanted: text })),
  on(actions.moveTargetChosen, (state, target) => ({ ...state, target })),
]);
export const searchTargets = createAction(actions.moveSearchTyped);
export const chooseTarget = createAction(actions.moveTargetChosen);
searchWhenStill({
  typed: actions.moveSearchTyped,
  $search: $target,
  delay: SEARCH_DELAY,
  settle: createFollowUp(actions.moveSearchSettled),
});

export const move = createConfirmation(actions.move, {
  call: updateGroupCall,
  source: combine($place, $target, (place, { target }) =>
    place === null || target === null ? null : { ...place, target },
  ),
  request: ({ ids, all }, { clientId, target }) => ({
    query: { clientId },
    body: { org: { oid: target.oid }, ids, toDelete: [], ...(all && { all }) },
  }),
  doneMessage: (_subject, { body: { change } }) =>
    message("orgs.moved", {
      count: change.moved,
      name: change.group?.displayName ?? message("orgs.topLevel"),
    }),
  failedMessage: (_subject, reason) => message("orgs.notMoved", { reason }),
});

const $moved = move.$view.map(({ isOpen, subject }) => (isOpen ? subject : null));

/** The groups that orgs can be moved to: those at the top level, or those that match the text. */
export const $targets = createQuery("groupings/targets", {
  call: groupsCall,
  input: combine($place, $moved, $target, (place, moved, { wanted }) =>
    place === null || moved === null
      ? null
      : {
          params: { clientId: place.clientId },
          query: {
            orgType: place.orgType,
            only: "groups" as const,
            size: MAX_RESULTS,
            ...(wanted.trim() !== "" && { search: wanted }),
          },
        },
  ),
  valueOf: ({ body }) => ({
    groups: body._embedded.orgs,
    hasMore: body.next !== null,
    rootOid: body.rootOid,
  }),
  refreshOn: [actions.move.opened],
  options: { version: 3 },
});

/** What the move would mean for people. */
export const $moveEffect = createQuery("groupings/moveEffect", {
  call: previewCall,
  input: combine($place, $moved, $target, (place, moved, { target }) =>
    place === null || moved === null || target === null
      ? null
      : {
          params: { clientId: place.clientId },
          body: {
            targetOid: target.oid,
            oids: moved.ids.map(({ oid }) => oid),
            ...(moved.all && { all: moved.all }),
          },
        },
  ),
  valueOf: ({ body }) => body,
  refreshOn: [actions.moveTargetChosen],
  emptyOnFailure: true,
});

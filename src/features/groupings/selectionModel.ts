/** The orgs that the user selected in the tree or among search results. */
import { combine } from "effector";
import type { Static } from "typebox";
import * as actions from "#events/actions/groupings.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/groupings.ts";
import type { TreeOrg } from "#events/entities/grouping.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { CHANGES } from "./calls.ts";
import { $levels, $rootOid } from "./treeModel.ts";
import { hasLost, TOP } from "./treeRules.ts";

export type SelectedOrg = Static<typeof actions.SelectedOrg>;
type Selection = Readonly<Record<string, SelectedOrg>>;

const NONE: Selection = {};

export const selectable = ({
  oid,
  version,
  displayName,
  parentOid,
  isGroup,
}: TreeOrg): SelectedOrg => ({ oid, version, displayName, parentOid: parentOid ?? oid, isGroup });

/** The selection with the versions, names and places of fetched orgs. */
function withFetched(selection: Selection, orgs: readonly TreeOrg[]): Selection {
  const fetched = orgs.filter(({ oid }) => selection[oid] !== undefined);
  if (fetched.length === 0) return selection;
  return { ...selection, ...Object.fromEntries(fetched.map((org) => [org.oid, selectable(org)])) };
}

/** Refusals of changes that no open form makes with the selection. */
const REFUSALS_OF_OTHERS = [
  calls.deleteGroup.failed,
  calls.acceptSuggestions.failed,
  calls.undoGroupChange.failed,
] as const;

const $chosen = createProjection<Selection>("groupings/selection", NONE, (on) => [
  on(actions.orgSelected, (selection, { org, isSelected }) => {
    const { [org.oid]: _, ...others } = selection;
    return isSelected ? { ...others, [org.oid]: org } : others;
  }),
  on(actions.selectionCleared, () => NONE),
  on(screenOpened, () => NONE),
  // A refused change of selected orgs can be sent again, with the versions that are fetched after the refusal.
  on(calls.listGroups.succeeded, (selection, { body }) =>
    withFetched(selection, body._embedded.orgs),
  ),
  // Versions have changed, and orgs may be gone.
  ...[...CHANGES, ...REFUSALS_OF_OTHERS].map(({ type }) => ({ type, evolve: () => NONE })),
]);

/** Without orgs that were gone when the tree was fetched again after a refusal. */
export const $selection = combine(
  $chosen,
  $levels,
  $rootOid,
  (chosen, levels, rootOid): Selection => {
    const isGone = ({ oid, parentOid }: SelectedOrg) =>
      hasLost(levels, parentOid === rootOid ? TOP : parentOid, oid);
    if (!Object.values(chosen).some(isGone)) return chosen;
    return Object.fromEntries(Object.entries(chosen).filter(([, org]) => !isGone(org)));
  },
);

export const $selected = $selection.map((selection) => Object.values(selection));
/** The selected group, if a group and nothing else is selected. */
export const $selectedGroup = $selected.map((selected): SelectedOrg | null => {
  const [org] = selected;
  return selected.length === 1 && org?.isGroup ? org : null;
});

export const selectOrg = createAction(actions.orgSelected);
export const clearSelection = createAction(actions.selectionCleared);

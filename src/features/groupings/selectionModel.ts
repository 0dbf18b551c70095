/** The orgs that the user selected in the tree or among search results. */
import type { Static } from "typebox";
import * as actions from "#events/actions/groupings.ts";
import { screenOpened } from "#events/actions/app.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { CHANGES, REFUSALS } from "./calls.ts";

export type SelectedOrg = Static<typeof actions.SelectedOrg>;
type Selection = Readonly<Record<string, SelectedOrg>>;

const NONE: Selection = {};

export const $selection = createProjection<Selection>("groupings/selection", NONE, (on) => [
  on(actions.orgSelected, (selection, { org, isSelected }) => {
    const { [org.oid]: _, ...others } = selection;
    return isSelected ? { ...others, [org.oid]: org } : others;
  }),
  on(actions.selectionCleared, () => NONE),
  on(screenOpened, () => NONE),
  // Versions have changed, and orgs may be gone.
  ...[...CHANGES, ...REFUSALS].map(({ type }) => ({ type, evolve: () => NONE })),
]);

export const $selected = $selection.map((selection) => Object.values(selection));
/** The selected group, if a group and nothing else is selected. */
export const $selectedGroup = $selected.map((selected): SelectedOrg | null => {
  const [org] = selected;
  return selected.length === 1 && org?.isGroup ? org : null;
});

export const selectOrg = createAction(actions.orgSelected);
export const clearSelection = createAction(actions.selectionCleared);

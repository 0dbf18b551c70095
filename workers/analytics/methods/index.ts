/** The methods of the analytics core: pure functions from columns and parameters to typed arrays and numbers. */
export { countRolesToApply, listToApply } from "./applyList.ts";
export { bannersOf } from "./banners.ts";
export { countBuilder } from "./counts.ts";
export { applyText, matchText } from "./filterByText.ts";
export { hintOf } from "./hints.ts";
export { resourceMask, sameSet } from "./resourceSets.ts";
export { checkState } from "./resourceState.ts";
export { applyPolicy, indexRoles } from "./roleIndex.ts";
export { initialFlags } from "./rowFlags.ts";
export { layTable, positionOf, resourceRow, windowOf } from "./rowWindow.ts";
export { applySelectionOp, tickAll } from "./selection.ts";
export { rankShown } from "./shownRank.ts";
export { applyThreshold } from "./threshold.ts";

/** The methods of the analytics core: pure functions from columns and parameters to typed arrays and numbers. */
export { countRolesToApply, listToApply, oidsToApply } from "./applyList.ts";
export { bannersOf } from "./banners.ts";
export { createBitset, intersect } from "./bitset.ts";
export { countAll, countResource, createCounts, sumCounts } from "./counts.ts";
export { csvChunk } from "./exportCsv.ts";
export { hintOf } from "./hints.ts";
export { keepAtThreshold } from "./keptRanges.ts";
export { curveOf, findRuns, histogramOf } from "./percentages.ts";
export { resourceMask, sameSet } from "./resourceSets.ts";
export { checkState } from "./resourceState.ts";
export { applyPolicy, findFirstRows } from "./roles.ts";
export { initialSets } from "./rowSets.ts";
export { layTable, positionOf, resourceRow, windowOf } from "./rowWindow.ts";
export { createSelectionLog } from "./selectionLog.ts";
export { createSorting } from "./sorting.ts";
export { postTerms } from "./termPostings.ts";
export { rememberMatches } from "./textMatches.ts";
export { findRowsBy } from "./typeAhead.ts";

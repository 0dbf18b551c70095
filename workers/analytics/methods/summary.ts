import type { CoreState } from "../coreState.ts";
import type { ReportSummary } from "../reportLoad.ts";

/** Of the current report; null before the first. */
export function summary(core: CoreState): ReportSummary | null {
  return core.summary;
}

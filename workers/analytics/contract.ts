/** The analytics core's types for the main thread, all defined by the core. */
export type { Percent, ResourceIndex } from "../columns/units.ts";
export type { BuilderQuery, ResourceSet, SelectionOp, TableSort } from "./builderQuery.ts";
export type { AnalyticsCore } from "./core.ts";
export type {
  BuilderAnswer,
  BuilderQuestion,
  PercentCharts,
  TableFollow,
} from "./methods/answer.ts";
export type { ApplyList } from "./methods/applyList.ts";
export type { CsvChunk, CsvCursor } from "./methods/csv.ts";
export type { FoundRow } from "./methods/findRow.ts";
export type { QueryRefused } from "./methods/query.ts";
export type { TableRange, TableWindow } from "./methods/window.ts";
export type { LoadFailure, LoadProgress, ReportSummary } from "./reportLoad.ts";
export type { RoleOrigin } from "../columns/readPolicy.ts";
export type { BuilderView } from "./reportSession.ts";
export type { PercentCurve } from "./rows/percentages.ts";
export type { CheckState } from "./rows/resourceState.ts";
export type {
  EntitlementTableRow,
  ResourceRow,
  TablePosition,
  TableRow,
  TableTarget,
} from "./rows/rowWindow.ts";
export type { AnalyticsWorker } from "./latency/sharedAnswers.ts";

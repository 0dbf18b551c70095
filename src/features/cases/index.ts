export { CASE_ACTION_WIDTH, CaseAction, UnavailableCase } from "./CaseAction.tsx";
export { $casesForReport, type ChosenFinding } from "./model.ts";
export { OpenCaseDialog } from "./OpenCaseDialog.tsx";
export { orphanedRoute, toOverdueCases } from "./route.ts";
export { ReportCases } from "./ReportCases.tsx";

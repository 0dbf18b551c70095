export { $casesForReport, openCaseOf } from "./model.ts";
export { caseMessages } from "./messages.ts";
export { OpenCaseDialog } from "./OpenCaseDialog.tsx";
export { orphanedRoute } from "./route.ts";
export { ReportCases } from "./ReportCases.tsx";

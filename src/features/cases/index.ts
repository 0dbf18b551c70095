export { $casesForReport, openCaseOf } from "./model.ts";
export { caseMessages } from "./messages.ts";
export { OpenCaseDialog } from "./OpenCaseDialog.tsx";
export { orphanedRoute, toOverdueCases } from "./route.ts";
export { ReportCases } from "./ReportCases.tsx";

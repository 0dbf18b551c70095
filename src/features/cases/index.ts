export { $casesForReport, openCaseOf } from "./model.ts";
export { caseMessages } from "./messages.ts";
export { OpenCaseDialog } from "./OpenCaseDialog.tsx";
export { ReportCases } from "./ReportCases.tsx";

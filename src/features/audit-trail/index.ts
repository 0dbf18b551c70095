export { ChangedValues } from "./ChangedValues.tsx";
export { auditMessages, type AuditMessages } from "./messages.ts";

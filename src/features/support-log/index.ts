export { checkLog, createAttachment, withLog } from "./attachment.ts";
export { useLogFields, useSentLog } from "./useSupportLog.ts";

export { $attachment, checkLog, withLog } from "./model.ts";
export { useLogFields, useSentLog } from "./useSupportLog.ts";

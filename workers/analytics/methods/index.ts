/** The core's methods for the main thread: each takes the core's state and its arguments. */
export { answer } from "./answer.ts";
export { applyBody } from "./applyBody.ts";
export { applyList } from "./applyList.ts";
export { beginLoad } from "./beginLoad.ts";
export { cancelLoad } from "./cancelLoad.ts";
export { csv } from "./csv.ts";
export { endLoad } from "./endLoad.ts";
export { findRow } from "./findRow.ts";
export { loadChunks } from "./loadChunks.ts";
export { loadPolicy } from "./loadPolicy.ts";
export { query } from "./query.ts";
export { setPolicy } from "./setPolicy.ts";
export { shownCounts } from "./shownCounts.ts";
export { summary } from "./summary.ts";
export { takeBytes } from "./takeBytes.ts";
export { window } from "./window.ts";

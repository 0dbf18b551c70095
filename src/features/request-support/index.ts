export { requestSupportRoute, toRequestSupport } from "./route.ts";

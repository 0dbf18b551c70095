export { toIdentityReport } from "./route.ts";

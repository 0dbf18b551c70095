export { toGroups } from "./route.ts";

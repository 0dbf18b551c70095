export { toUsers } from "./route.ts";

export { toFieldMapping } from "./route.ts";

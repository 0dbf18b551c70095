export { importRoute } from "./route.ts";

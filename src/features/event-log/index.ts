export { supportRoute, toSupport } from "./route.ts";

export { passwordRoute } from "./route.ts";

export { passwordRoute, toPassword } from "./route.ts";

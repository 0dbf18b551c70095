export { profileRoute } from "./route.ts";

export { activationRoute } from "./route.ts";

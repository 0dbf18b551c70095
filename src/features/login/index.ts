export { loginRoute } from "./route.ts";

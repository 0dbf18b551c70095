export { resetPasswordRoute } from "./route.ts";

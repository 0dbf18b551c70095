export { loginRoute, secondFactorRoute } from "./route.ts";
export { landingPath, redirectOf } from "./rules.ts";

export { identitiesRoute, toIdentityReport } from "./route.ts";

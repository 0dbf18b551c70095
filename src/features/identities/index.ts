export { identitiesRoute, identityReportRoute, toIdentityReport } from "./route.ts";

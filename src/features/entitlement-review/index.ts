export { reviewRoute, toEntitlementReview } from "./route.ts";

import { linkTo, routeAddress } from "../../kernel/route.ts";

export const reviewRoute = routeAddress(
  "entitlementReview",
  "/resources/:resourceId/entitlement-review",
);

export function toEntitlementReview(resourceId: string): string {
  return linkTo(reviewRoute, { resourceId });
}

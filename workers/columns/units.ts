/** Row of an entitlement in report order: resources as received, in each its entitlements as received. */
export type EntitlementRow = number;
/** Place of a resource in the report. */
export type ResourceIndex = number;
/** 0 to 100, unrounded. */
export type Percent = number;

/** Row of an entitlement in report order: resources as received, and their entitlements as received. */
export type EntitlementRow = number;
/** Index of a resource in the report. */
export type ResourceIndex = number;
/** 0 to 100, unrounded. */
export type Percent = number;

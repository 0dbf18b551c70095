/**
 * The mining report as an Arrow IPC stream, for reports too large for one JSON text. It has the same content and order
 * as `MiningReport`, unrounded: one row per entitlement, resource after resource. Any Arrow reader can read it.
 */

export const ARROW_STREAM = "application/vnd.apache.arrow.stream";

/** Names of the columns. No column has nulls. */
export const ARROW_COLUMNS = {
  /** utf8 */
  name: "entitlementName",
  /** float64 */
  percent: "percentOfUsers",
  /** fixed_size_binary(16): the bytes of the UUID in written order */
  roleOid: "roleOid",
  /** int32, ascending: the index of the resource's name in the metadata's list */
  resource: "resource",
} as const;

/** Keys of the schema's metadata: the report's field names. Counts are decimal digits. */
export const ARROW_METADATA = {
  orgOid: "orgOid",
  reportDate: "reportDate",
  totalUsers: "totalUsers",
  totalShadows: "totalShadows",
  /** A JSON list of texts. */
  resourceNames: "resourceNames",
} as const;

/**
 * The mining report as an Arrow IPC stream, for reports that are too large for one JSON text. It says the same as
 * `MiningReport`, unrounded and in the same order: a row an entitlement, resource after resource. Any reader of Arrow
 * can read it.
 */

export const ARROW_STREAM = "application/vnd.apache.arrow.stream";

/** Names of the columns, none of which has nulls. */
export const ARROW_COLUMNS = {
  /** utf8 */
  name: "entitlementName",
  /** float64 */
  percent: "percentOfUsers",
  /** fixed_size_binary(16): the bytes of the UUID, in the order in which it is written */
  roleOid: "roleOid",
  /** int32, never falling: the place of the resource's name in the list of the metadata */
  resource: "resource",
} as const;

/** Keys of the schema's metadata: the fields of the report by their names, counts as decimal digits. */
export const ARROW_METADATA = {
  orgOid: "orgOid",
  reportDate: "reportDate",
  totalUsers: "totalUsers",
  totalShadows: "totalShadows",
  /** A JSON list of texts. */
  resourceNames: "resourceNames",
} as const;

/** What an org's members have in common. Access policies are built from it. */
import { Type, type Static } from "typebox";
import { Count, Instant, Nullable, Uuid } from "./common.ts";

const EntitlementInsight = Type.Object({
  entitlementName: Type.String(),
  /** 100 x members who hold it / totalUsers, unrounded. */
  percentOfUsers: Type.Number({ minimum: 0, maximum: 100 }),
  roleOid: Type.String(),
});

const ResourceInsight = Type.Object({
  resourceName: Type.String(),
  entitlementInsights: Type.Array(EntitlementInsight),
});

/** Resources by name; entitlements by falling percentage, then by name. */
export const MiningReport = Type.Object({
  orgOid: Uuid,
  reportDate: Instant,
  totalUsers: Count,
  /** Members with at least one linked account in the report's scope. */
  totalShadows: Count,
  resourceInsights: Type.Array(ResourceInsight),
});
export type MiningReport = Static<typeof MiningReport>;

/** A report belongs to an org and to the requested resource; null = all resources. */
export const ReportScope = Type.Object({ orgOid: Uuid, resourceId: Nullable(Uuid) });
export type ReportScope = Static<typeof ReportScope>;

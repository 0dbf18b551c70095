/** Texts about reports that several views show. */
import type { ReportScope } from "#events/entities/report.ts";
import { hasEntitlement, hasOrg, hasResource } from "#events/rules/reports.ts";
import type { ReportMessages } from "./messages.ts";

interface Named extends Pick<ReportScope, "kind"> {
  readonly orgName: string | null;
  readonly resourceName: string | null;
  readonly entitlementName?: string | null;
  readonly from?: string | null;
  readonly until?: string | null;
}

/** "Ledger Read · All orgs" or "All orgs · Core Banking". */
export function scopeText(
  { kind, orgName, resourceName, entitlementName, from, until }: Named,
  t: ReportMessages,
): string {
  return [
    ...(hasEntitlement(kind) && entitlementName ? [entitlementName] : []),
    ...(hasOrg(kind) ? [orgName ?? t.allOrgs] : []),
    ...(hasResource(kind) ? [resourceName ?? t.allResources] : []),
    ...(from && until ? [t.days(from, until)] : []),
  ].join(" · ");
}

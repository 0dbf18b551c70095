/** The method of each kind of report. */
import type { ReportKind } from "#events/entities/report.ts";
import { auditedChanges } from "./auditedChanges.ts";
import { dormantAccounts } from "./dormantAccounts.ts";
import { entitlements } from "./entitlements.ts";
import { holders } from "./holders.ts";
import { inactiveAccounts } from "./inactiveAccounts.ts";
import type { ReportMethod } from "./kind.ts";
import { nestedRoles } from "./nestedRoles.ts";
import { orphanedAccounts } from "./orphanedAccounts.ts";
import { outsidePolicy } from "./outsidePolicy.ts";
import { policyChanges } from "./policyChanges.ts";
import { policyCoverage } from "./policyCoverage.ts";
import { unheldRoles } from "./unheldRoles.ts";

export const METHODS: Readonly<Record<ReportKind, ReportMethod>> = {
  outsidePolicy,
  orphanedAccounts,
  inactiveAccounts,
  dormantAccounts,
  policyCoverage,
  entitlements,
  holders,
  unheldRoles,
  nestedRoles,
  policyChanges,
  auditedChanges,
};

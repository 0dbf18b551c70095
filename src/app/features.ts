/** The whole product: every feature, in the order in which their routes are matched. */
import { accessRolesFeature } from "../features/access-roles/feature.ts";
import { activationFeature } from "../features/activation/feature.ts";
import { auditTrailFeature } from "../features/audit-trail/feature.ts";
import { casesFeature } from "../features/cases/feature.ts";
import { correlationFeature } from "../features/correlation/feature.ts";
import { dashboardFeature } from "../features/dashboard/feature.ts";
import { entitlementReviewFeature } from "../features/entitlement-review/feature.ts";
import { errorsFeature } from "../features/errors/feature.ts";
import { eventLogFeature } from "../features/event-log/feature.ts";
import { fieldMappingFeature } from "../features/field-mapping/feature.ts";
import { forgotPasswordFeature } from "../features/forgot-password/feature.ts";
import { groupingsFeature } from "../features/groupings/feature.ts";
import { holdersFeature } from "../features/holders/feature.ts";
import { identitiesFeature } from "../features/identities/feature.ts";
import { importFeature } from "../features/import/feature.ts";
import { keepAliveFeature } from "../features/keep-alive/feature.ts";
import { loginFeature } from "../features/login/feature.ts";
import { logoutFeature } from "../features/logout/feature.ts";
import { passwordFeature } from "../features/password/feature.ts";
import { policyBuilderFeature } from "../features/policy-builder/feature.ts";
import { policyChangesFeature } from "../features/policy-changes/feature.ts";
import { profileFeature } from "../features/profile/feature.ts";
import { reportsFeature } from "../features/reports/feature.ts";
import { requestSupportFeature } from "../features/request-support/feature.ts";
import { resetPasswordFeature } from "../features/reset-password/feature.ts";
import { roleMappingFeature } from "../features/role-mapping/feature.ts";
import { secondFactorFeature } from "../features/second-factor/feature.ts";
import { systemTabsFeature } from "../features/system-tabs/feature.ts";
import { supportLogFeature } from "../features/support-log/feature.ts";
import { systemsFeature } from "../features/systems/feature.ts";
import { usersFeature } from "../features/users/feature.ts";
import type { Feature } from "../kernel/feature.ts";

export const FEATURES: readonly Feature[] = [
  loginFeature,
  secondFactorFeature,
  logoutFeature,
  forgotPasswordFeature,
  resetPasswordFeature,
  activationFeature,
  dashboardFeature,
  policyChangesFeature,
  roleMappingFeature,
  groupingsFeature,
  policyBuilderFeature,
  accessRolesFeature,
  holdersFeature,
  identitiesFeature,
  reportsFeature,
  systemsFeature,
  systemTabsFeature,
  fieldMappingFeature,
  correlationFeature,
  entitlementReviewFeature,
  casesFeature,
  importFeature,
  profileFeature,
  passwordFeature,
  usersFeature,
  auditTrailFeature,
  eventLogFeature,
  requestSupportFeature,
  supportLogFeature,
  keepAliveFeature,
  errorsFeature,
];

/** The domains of the server: each is a folder whose `routes.ts` mounts its calls. */
import type { FastifyInstance } from "fastify";
import { mountAccess } from "./access/routes.ts";
import { mountAccessRoles } from "./accessRoles/routes.ts";
import { mountAudit } from "./audit/routes.ts";
import { mountAuth } from "./auth/routes.ts";
import { mountCases } from "./cases/routes.ts";
import { mountClients } from "./clients/routes.ts";
import { mountConnectors } from "./connectors/routes.ts";
import { mountCorrelation } from "./correlation/routes.ts";
import { mountDirectory } from "./directory/routes.ts";
import { mountIdentities } from "./identities/routes.ts";
import { mountImportHistory } from "./import/history/routes.ts";
import { mountImports } from "./import/jobs/routes.ts";
import { mountMappings } from "./mappings/routes.ts";
import { mountMining } from "./mining/routes.ts";
import { mountNames } from "./names/routes.ts";
import { mountPolicyChanges } from "./policyChanges/routes.ts";
import { mountGroupings } from "./orgs/groupings/routes.ts";
import { mountPolicies } from "./orgs/policy/routes.ts";
import { mountOnboarding } from "./onboarding/routes.ts";
import { mountOrgs } from "./orgs/routes.ts";
import { mountProvisioning } from "./provisioning/routes.ts";
import { mountReports } from "./reports/routes.ts";
import { mountShadows } from "./shadows/routes.ts";
import { mountSupport } from "./support/routes.ts";
import { mountSupportLog } from "./supportLog/routes.ts";
import { mountSystems } from "./systems/routes.ts";
import { mountEntitlements } from "./systems/entitlements/routes.ts";
import { mountSystemRuns } from "./systems/runs/routes.ts";
import { mountSystemTasks } from "./systems/tasks/routes.ts";
import { mountSystemUsers } from "./systems/users/routes.ts";
import { mountBulkChanges } from "./users/bulk/routes.ts";
import { mountUserChanges } from "./users/changes/routes.ts";
import { mountProfile } from "./users/profile/routes.ts";
import { mountUsers } from "./users/routes.ts";

export const DOMAINS: readonly ((app: FastifyInstance) => void)[] = [
  mountAccess,
  mountAccessRoles,
  mountAudit,
  mountAuth,
  mountCases,
  mountClients,
  mountConnectors,
  mountCorrelation,
  mountDirectory,
  mountEntitlements,
  mountGroupings,
  mountIdentities,
  mountImports,
  mountImportHistory,
  mountMappings,
  mountMining,
  mountNames,
  mountOnboarding,
  mountOrgs,
  mountPolicies,
  mountPolicyChanges,
  mountProvisioning,
  mountReports,
  mountShadows,
  mountSupport,
  mountSupportLog,
  mountSystems,
  mountSystemRuns,
  mountSystemTasks,
  mountSystemUsers,
  mountUsers,
  mountUserChanges,
  mountBulkChanges,
  mountProfile,
];

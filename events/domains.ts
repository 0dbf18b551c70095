/** Every domain of the shared language. The exports of a module of actions or calls belong to its domain. */
import * as accessActions from "./actions/access.ts";
import * as accessRolesActions from "./actions/accessRoles.ts";
import * as activationActions from "./actions/activation.ts";
import * as appActions from "./actions/app.ts";
import * as auditTrailActions from "./actions/auditTrail.ts";
import * as bulkChangesActions from "./actions/bulkChanges.ts";
import * as casesActions from "./actions/cases.ts";
import * as clientsActions from "./actions/clients.ts";
import * as correlationActions from "./actions/correlation.ts";
import * as dashboardActions from "./actions/dashboard.ts";
import * as directoryActions from "./actions/directory.ts";
import * as entitlementsActions from "./actions/entitlements.ts";
import * as factorsActions from "./actions/factors.ts";
import * as groupingsActions from "./actions/groupings.ts";
import * as identitiesActions from "./actions/identities.ts";
import * as importActions from "./actions/import.ts";
import * as keepAliveActions from "./actions/keepAlive.ts";
import * as logActions from "./actions/log.ts";
import * as logoutActions from "./actions/logout.ts";
import * as mappingsActions from "./actions/mappings.ts";
import * as paletteActions from "./actions/palette.ts";
import * as partsActions from "./actions/parts.ts";
import * as passwordActions from "./actions/password.ts";
import * as performanceActions from "./actions/performance.ts";
import * as policyBuilderActions from "./actions/policyBuilder.ts";
import * as policyChangesActions from "./actions/policyChanges.ts";
import * as profileActions from "./actions/profile.ts";
import * as provisioningActions from "./actions/provisioning.ts";
import * as queriesActions from "./actions/queries.ts";
import * as reportsActions from "./actions/reports.ts";
import * as requestSupportActions from "./actions/requestSupport.ts";
import * as roleMappingActions from "./actions/roleMapping.ts";
import * as sessionActions from "./actions/session.ts";
import * as sessionsActions from "./actions/sessions.ts";
import * as shadowsActions from "./actions/shadows.ts";
import * as supportLogActions from "./actions/supportLog.ts";
import * as systemsActions from "./actions/systems.ts";
import * as usersActions from "./actions/users.ts";
import * as accessCalls from "./calls/access.ts";
import * as accessRolesCalls from "./calls/accessRoles.ts";
import * as activationCalls from "./calls/activation.ts";
import * as auditCalls from "./calls/audit.ts";
import * as bulkChangesCalls from "./calls/bulkChanges.ts";
import * as casesCalls from "./calls/cases.ts";
import * as clientsCalls from "./calls/clients.ts";
import * as connectorsCalls from "./calls/connectors.ts";
import * as correlationCalls from "./calls/correlation.ts";
import * as directoryCalls from "./calls/directory.ts";
import * as entitlementsCalls from "./calls/entitlements.ts";
import * as excludedAccountsCalls from "./calls/excludedAccounts.ts";
import * as factorsCalls from "./calls/factors.ts";
import * as groupingsCalls from "./calls/groupings.ts";
import * as identitiesCalls from "./calls/identities.ts";
import * as importCalls from "./calls/import.ts";
import * as mappingsCalls from "./calls/mappings.ts";
import * as miningCalls from "./calls/mining.ts";
import * as namesCalls from "./calls/names.ts";
import * as onboardingCalls from "./calls/onboarding.ts";
import * as orgsCalls from "./calls/orgs.ts";
import * as passwordCalls from "./calls/password.ts";
import * as policyChangesCalls from "./calls/policyChanges.ts";
import * as profileCalls from "./calls/profile.ts";
import * as provisioningCalls from "./calls/provisioning.ts";
import * as reportsCalls from "./calls/reports.ts";
import * as sessionCalls from "./calls/session.ts";
import * as sessionsCalls from "./calls/sessions.ts";
import * as shadowsCalls from "./calls/shadows.ts";
import * as supportCalls from "./calls/support.ts";
import * as supportLogCalls from "./calls/supportLog.ts";
import * as systemRunsCalls from "./calls/systemRuns.ts";
import * as systemTasksCalls from "./calls/systemTasks.ts";
import * as systemUsersCalls from "./calls/systemUsers.ts";
import * as systemsCalls from "./calls/systems.ts";
import * as usersCalls from "./calls/users.ts";
import type { Upcast } from "./kernel/upcast.ts";
import { accessUpcasts } from "./upcasts/access.ts";
import { accessRolesUpcasts } from "./upcasts/accessRoles.ts";
import { appUpcasts } from "./upcasts/app.ts";
import { bulkChangesUpcasts } from "./upcasts/bulkChanges.ts";
import { directoryUpcasts } from "./upcasts/directory.ts";
import { logUpcasts } from "./upcasts/log.ts";
import { orgsUpcasts } from "./upcasts/orgs.ts";
import { policyBuilderUpcasts } from "./upcasts/policyBuilder.ts";
import { sessionUpcasts } from "./upcasts/session.ts";
import { usersUpcasts } from "./upcasts/users.ts";

export interface Domain {
  /** A module of `actions/`: events, lists, forms and confirmations. */
  readonly actions?: object;
  /** A module of `calls/`. */
  readonly calls?: object;
  readonly upcasts?: readonly Upcast[];
}

export const DOMAINS: Readonly<Record<string, Domain>> = {
  app: { actions: appActions, upcasts: appUpcasts },
  session: { actions: sessionActions, calls: sessionCalls, upcasts: sessionUpcasts },
  sessions: { actions: sessionsActions, calls: sessionsCalls },
  password: { actions: passwordActions, calls: passwordCalls },
  factors: { actions: factorsActions, calls: factorsCalls },
  activation: { actions: activationActions, calls: activationCalls },
  keepAlive: { actions: keepAliveActions },
  logout: { actions: logoutActions },
  access: { actions: accessActions, calls: accessCalls, upcasts: accessUpcasts },
  accessRoles: {
    actions: accessRolesActions,
    calls: accessRolesCalls,
    upcasts: accessRolesUpcasts,
  },
  onboarding: { calls: onboardingCalls },
  orgs: { calls: orgsCalls, upcasts: orgsUpcasts },
  groupings: { actions: groupingsActions, calls: groupingsCalls },
  roleMapping: { actions: roleMappingActions },
  policyChanges: { actions: policyChangesActions, calls: policyChangesCalls },
  policyBuilder: { actions: policyBuilderActions, upcasts: policyBuilderUpcasts },
  mappings: { actions: mappingsActions, calls: mappingsCalls },
  mining: { calls: miningCalls },
  cases: { actions: casesActions, calls: casesCalls },
  clients: { actions: clientsActions, calls: clientsCalls },
  correlation: { actions: correlationActions, calls: correlationCalls },
  dashboard: { actions: dashboardActions },
  directory: { actions: directoryActions, calls: directoryCalls, upcasts: directoryUpcasts },
  identities: { actions: identitiesActions, calls: identitiesCalls },
  import: { actions: importActions, calls: importCalls },
  connectors: { calls: connectorsCalls },
  entitlements: { actions: entitlementsActions, calls: entitlementsCalls },
  excludedAccounts: { calls: excludedAccountsCalls },
  systemRuns: { calls: systemRunsCalls },
  systemTasks: { calls: systemTasksCalls },
  systemUsers: { calls: systemUsersCalls },
  systems: { actions: systemsActions, calls: systemsCalls },
  users: { actions: usersActions, calls: usersCalls, upcasts: usersUpcasts },
  profile: { actions: profileActions, calls: profileCalls },
  bulkChanges: {
    actions: bulkChangesActions,
    calls: bulkChangesCalls,
    upcasts: bulkChangesUpcasts,
  },
  audit: { actions: auditTrailActions, calls: auditCalls },
  provisioning: { actions: provisioningActions, calls: provisioningCalls },
  reports: { actions: reportsActions, calls: reportsCalls },
  shadows: { actions: shadowsActions, calls: shadowsCalls },
  support: { actions: requestSupportActions, calls: supportCalls },
  supportLog: { actions: supportLogActions, calls: supportLogCalls },
  names: { actions: paletteActions, calls: namesCalls },
  parts: { actions: partsActions },
  queries: { actions: queriesActions },
  log: { actions: logActions, upcasts: logUpcasts },
  performance: { actions: performanceActions },
};

/**
 * Updates the schema: runs every migration that `schema_migrations` does not list, in order, in one transaction under
 * one lock, so that several servers may start on one database concurrently. Released migrations never change; a further
 * change is a new file.
 */
import { sql, type Kysely } from "kysely";
import { holdLock } from "./advisoryLocks.ts";
import type { Migration } from "./migration.ts";
import { main } from "./migrations/0001_main.ts";
import { arrowReports } from "./migrations/0002_arrowReports.ts";
import { people } from "./migrations/0003_people.ts";
import { supportRequests } from "./migrations/0004_supportRequests.ts";
import { names } from "./migrations/0005_names.ts";
import { accountTokens } from "./migrations/0006_accountTokens.ts";
import { clientRecords } from "./migrations/0007_clientRecords.ts";
import { supportMail } from "./migrations/0008_supportMail.ts";
import { singleSignOn } from "./migrations/0009_singleSignOn.ts";
import { bulkChanges } from "./migrations/0010_bulkChanges.ts";
import { verificationsOwed } from "./migrations/0011_verificationsOwed.ts";
import { directoryCounts } from "./migrations/0012_directoryCounts.ts";
import { entitlementKeys } from "./migrations/0013_entitlementKeys.ts";
import { bulkCounts } from "./migrations/0014_bulkCounts.ts";
import { userResources } from "./migrations/0015_userResources.ts";
import { clientCounts } from "./migrations/0016_clientCounts.ts";
import { firstAccount } from "./migrations/0017_firstAccount.ts";
import { emailKeys } from "./migrations/0018_emailKeys.ts";
import { reportAskers } from "./migrations/0019_reportAskers.ts";
import { foldedNames } from "./migrations/0020_foldedNames.ts";
import { foldedOrgs } from "./migrations/0021_foldedOrgs.ts";
import { problemMessages } from "./migrations/0022_problemMessages.ts";
import { lists } from "./migrations/0023_lists.ts";
import { loginFailures } from "./migrations/0024_loginFailures.ts";
import { writtenKeys } from "./migrations/0025_writtenKeys.ts";
import { secondFactors } from "./migrations/0026_secondFactors.ts";
import { policyHistory } from "./migrations/0027_policyHistory.ts";
import { nameOrder } from "./migrations/0028_nameOrder.ts";
import { lastSignIn } from "./migrations/0029_lastSignIn.ts";
import { groupings } from "./migrations/0030_groupings.ts";
import { accessRoles } from "./migrations/0031_accessRoles.ts";
import { imports } from "./migrations/0033_imports.ts";
import { reports } from "./migrations/0034_reports.ts";
import { removedPeriods } from "./migrations/0035_removedPeriods.ts";
import { cases } from "./migrations/0036_cases.ts";
import { supportLogs } from "./migrations/0037_supportLogs.ts";
import { identityViews } from "./migrations/0038_identityViews.ts";
import { importRejectDetails } from "./migrations/0039_importRejectDetails.ts";
import { caseKinds } from "./migrations/0040_caseKinds.ts";
import { identitiesByHand } from "./migrations/0041_identitiesByHand.ts";
import { connectedSystems } from "./migrations/0042_connectedSystems.ts";
import { entitlementReviews } from "./migrations/0043_entitlementReviews.ts";
import { fieldMappings } from "./migrations/0044_fieldMappings.ts";
import { pendingAuthorizations } from "./migrations/0045_pendingAuthorizations.ts";
import { completeMails } from "./migrations/0046_completeMails.ts";
import { systemTasks } from "./migrations/0047_systemTasks.ts";
import { disabledAccounts } from "./migrations/0048_disabledAccounts.ts";
import { personChanges } from "./migrations/0049_personChanges.ts";
import { outsideAccess } from "./migrations/0050_outsideAccess.ts";
import { correlation } from "./migrations/0051_correlation.ts";
import { provisioning } from "./migrations/0052_provisioning.ts";
import { attributeKeys } from "./migrations/0053_attributeKeys.ts";
import { correlationDecisions } from "./migrations/0054_correlationDecisions.ts";
import { reportEntitlements } from "./migrations/0055_reportEntitlements.ts";
import { runHistory } from "./migrations/0056_runHistory.ts";
import { affectedPeople } from "./migrations/0057_affectedPeople.ts";
import { appliedProvisioning } from "./migrations/0058_appliedProvisioning.ts";
import { auditKinds } from "./migrations/0059_auditKinds.ts";
import { invitations } from "./migrations/0060_invitations.ts";
import { failedChanges } from "./migrations/0061_failedChanges.ts";
import { storedForms } from "./migrations/0062_storedForms.ts";
import { provisioningLimits } from "./migrations/0063_provisioningLimits.ts";
import { keptExclusions } from "./migrations/0064_keptExclusions.ts";
import { reportScopes } from "./migrations/0065_reportScopes.ts";
import { personHistory } from "./migrations/0066_personHistory.ts";
import { correlationSettings } from "./migrations/0067_correlationSettings.ts";
import { secondApprover } from "./migrations/0068_secondApprover.ts";
import { secretVersions } from "./migrations/0069_secretVersions.ts";
import { identityNames } from "./migrations/0070_identityNames.ts";
import { runParts } from "./migrations/0071_runParts.ts";
import { unmappedAccounts } from "./migrations/0072_unmappedAccounts.ts";
import { storedSecrets } from "./migrations/0073_storedSecrets.ts";
import { replacedValues } from "./migrations/0074_replacedValues.ts";
import { caseFindings } from "./migrations/0075_caseFindings.ts";
import { runPeople } from "./migrations/0076_runPeople.ts";
import { provisionedObjects } from "./migrations/0077_provisionedObjects.ts";
import { runLimits } from "./migrations/0078_runLimits.ts";
import { hrPeople } from "./migrations/0079_hrPeople.ts";
import { importPlans } from "./migrations/0080_importPlans.ts";
import { waitingChanges } from "./migrations/0081_waitingChanges.ts";
import { policyPreviews } from "./migrations/0082_policyPreviews.ts";
import { editedMappings } from "./migrations/0083_editedMappings.ts";
import { earlierProvisioning } from "./migrations/0084_earlierProvisioning.ts";
import { changedPeriods } from "./migrations/0085_changedPeriods.ts";
import { peopleSearch } from "./migrations/0086_peopleSearch.ts";
import { goneEntitlements } from "./migrations/0087_goneEntitlements.ts";
import { importHistory } from "./migrations/0088_importHistory.ts";
import { excludedAccounts } from "./migrations/0089_excludedAccounts.ts";
import { plannedPeople } from "./migrations/0090_plannedPeople.ts";
import { changedPeople } from "./migrations/0091_changedPeople.ts";
import { accessPolicyFiles } from "./migrations/0092_accessPolicyFiles.ts";
import { rolePreviews } from "./migrations/0093_rolePreviews.ts";
import { automaticPreviews } from "./migrations/0094_automaticPreviews.ts";
import { firstApprovals } from "./migrations/0095_firstApprovals.ts";
import { leavingPeople } from "./migrations/0096_leavingPeople.ts";
import { runEntitlements } from "./migrations/0097_runEntitlements.ts";
import { extensionSchema } from "./migrations/0098_extensionSchema.ts";
import { previewUsers } from "./migrations/0099_previewUsers.ts";
import { recordedPeople } from "./migrations/0100_recordedPeople.ts";
import { inboundMappings } from "./migrations/0103_inboundMappings.ts";
import type { Database } from "./schema.ts";

const migrations: readonly Migration[] = [
  main,
  arrowReports,
  people,
  supportRequests,
  names,
  accountTokens,
  clientRecords,
  supportMail,
  singleSignOn,
  bulkChanges,
  verificationsOwed,
  directoryCounts,
  entitlementKeys,
  bulkCounts,
  userResources,
  clientCounts,
  firstAccount,
  emailKeys,
  reportAskers,
  foldedNames,
  foldedOrgs,
  problemMessages,
  lists,
  loginFailures,
  writtenKeys,
  secondFactors,
  policyHistory,
  nameOrder,
  lastSignIn,
  groupings,
  accessRoles,
  imports,
  reports,
  removedPeriods,
  cases,
  supportLogs,
  identityViews,
  importRejectDetails,
  caseKinds,
  identitiesByHand,
  connectedSystems,
  entitlementReviews,
  fieldMappings,
  pendingAuthorizations,
  completeMails,
  systemTasks,
  disabledAccounts,
  personChanges,
  outsideAccess,
  correlation,
  provisioning,
  attributeKeys,
  correlationDecisions,
  reportEntitlements,
  runHistory,
  affectedPeople,
  appliedProvisioning,
  auditKinds,
  invitations,
  failedChanges,
  storedForms,
  provisioningLimits,
  keptExclusions,
  reportScopes,
  personHistory,
  correlationSettings,
  secondApprover,
  secretVersions,
  identityNames,
  runParts,
  storedSecrets,
  replacedValues,
  caseFindings,
  runPeople,
  provisionedObjects,
  runLimits,
  hrPeople,
  importPlans,
  waitingChanges,
  policyPreviews,
  editedMappings,
  earlierProvisioning,
  changedPeriods,
  peopleSearch,
  goneEntitlements,
  importHistory,
  plannedPeople,
  changedPeople,
  accessPolicyFiles,
  rolePreviews,
  automaticPreviews,
  leavingPeople,
  runEntitlements,
  extensionSchema,
  previewUsers,
  recordedPeople,
  excludedAccounts,
  inboundMappings,
  unmappedAccounts,
  firstApprovals,
];

/**
 * @returns the names of the migrations that ran; empty if the schema was up to date.
 * @throws Error if the database has a migration that this version does not know, because a newer version wrote it.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await holdLock(tx, "schema");
    await sql`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(tx);
    const missing = await missingMigrations(tx);
    for (const migration of missing) {
      for (const statement of migration.statements) await sql.raw(statement).execute(tx);
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(tx);
    }
    return missing.map((migration) => migration.name);
  });
}

/**
 * The migrations that a database with the table of migrations lacks.
 * @throws Error as `migrate`
 */
export async function missingMigrations(db: Kysely<Database>): Promise<Migration[]> {
  const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const appliedNames = new Set(applied.rows.map((row) => row.name));
  for (const name of appliedNames) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new Error(
        `The database holds the migration ${name}, which this version does not know. Start the newer version that wrote it.`,
      );
    }
  }
  return migrations.filter((migration) => !appliedNames.has(migration.name));
}

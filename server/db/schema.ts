/**
 * The tables for Kysely. SQL and JavaScript values are the same on both databases: timestamptz is a `Date`, int8 and
 * numeric are a `number`, int4[] and text[] are arrays, bytea is a `Buffer`, jsonb is read as a value and written as
 * JSON text (`JSON.stringify(value)`).
 */
import type { CaseCommentsTable, CasesTable } from "./caseTables.ts";
import type { Generated, Selectable, Updateable } from "kysely";
import type { UsernameFormatId } from "#events/entities/client.ts";
import type { Jsonb, NullableJsonb } from "./columns.ts";
import type {
  OrgsTable,
  IdentitiesTable,
  IdentityViewsTable,
  IdentityOrgsTable,
  OutsideCountsTable,
  PersonHistoryTable,
  ResourcesTable,
  EntitlementsTable,
  AccountsTable,
  InducementsTable,
  DirectoryCountsTable,
  GroupChangesTable,
  GroupChangeOrgsTable,
  PolicyChangesTable,
  PolicyChangeOrgsTable,
  PolicyChangeEffectsTable,
  GoneEntitlementsTable,
  PolicyChangeKindsTable,
  PolicyPreviewsTable,
  AccessRolesTable,
  AccessRoleEntitlementsTable,
  AccessRoleOwnersTable,
  AccessRoleAssignmentsTable,
  AccessRoleVersionsTable,
  MembershipVersionsTable,
} from "./directoryTables.ts";
import type {
  DirectoryImportsTable,
  ImportChangesTable,
  ImportHistoryTable,
  ImportPartsTable,
  ImportRejectsTable,
} from "./importTables.ts";
import type { MappingPreviewObjectsTable, MappingPreviewsTable } from "./mappingTables.ts";
import type { MiningReportPartsTable, MiningReportsTable } from "./miningTables.ts";
import type {
  UsersTable,
  UserClientsTable,
  UserCountsTable,
  RolesTable,
  UserRolesTable,
  UserResourcesTable,
  SessionsTable,
  FactorsTable,
  RecoveryCodesTable,
  PendingSignInsTable,
  FactorChallengesTable,
  NoticesOwedTable,
  LoginFailuresTable,
  SignOnsTable,
  AccountTokensTable,
  BulkChangesTable,
  BulkLinesTable,
  VerificationsOwedTable,
} from "./peopleTables.ts";

import type {
  ReportMailsTable,
  ReportRowsTable,
  ReportSchedulesTable,
  ReportsTable,
} from "./reportTables.ts";

import type {
  CorrelationDecisionsTable,
  CorrelationResultsTable,
  CorrelationRulesTable,
  CorrelationSimulationsTable,
} from "./correlationTables.ts";
import type {
  AutomaticPreviewsTable,
  ProvisioningChangesTable,
  ProvisioningExclusionsTable,
  ProvisioningPlansTable,
} from "./provisioningTables.ts";
import type {
  ConnectedSystemsTable,
  EntitlementAliasesTable,
  EntitlementReviewsTable,
  PendingAuthorizationsTable,
  PlannedPeopleTable,
  SystemFilePartsTable,
  SystemFilesTable,
  SystemObjectsTable,
  SystemRunEntitlementsTable,
  SystemRunEntriesTable,
  SystemRunOrgsTable,
  SystemRunPeopleTable,
  SystemRunsTable,
  SystemSecretsTable,
  SystemTasksTable,
} from "./systemTables.ts";

export interface SettingsTable {
  key: string;
  value: Jsonb;
}

export interface ClientsTable {
  id: string;
  name: string;
  slug: string;
  url: string | null;
  core_processor: string | null;
  address: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  icon: string | null;
  admin_enabled: Generated<boolean>;
  limit_self_certified: number | null;
  limit_system_export: number | null;
  limit_api: number | null;
  created_at: Date;
  username_format_id: UsernameFormatId | null;
  /** The text of the format `custom`. */
  username_format_custom: string | null;
  secure_agent_seen_at: Date | null;
  /** Users of the client need a second factor to sign in with a password. */
  requires_second_factor: Generated<boolean>;
  /** Users who generated or edited a preview of provisioning cannot approve it. */
  requires_second_approver: Generated<boolean>;
}

export interface SupportRequestsTable {
  client_id: string;
  id: string;
  user_id: string;
  username: string;
  topic: string;
  subject: string;
  message: string;
  created_at: Date;
  /** The recipient's address; null if it is not mailed. */
  mail_to: string | null;
  /** The time of the next attempt; null after it was sent. */
  mail_due_at: Date | null;
  mail_attempts: Generated<number>;
  /** Bytes of the attached log; null without one. */
  log_size: number | null;
}

/** Event logs attached to support requests, as files. */
export interface SupportLogsTable {
  client_id: string;
  request_id: string;
  content: Buffer;
}

/** Names of orgs and users, written by `names/commands.ts`. */
export interface NamesTable {
  client_id: string;
  kind: "org" | "user";
  /** 0: the key is the whole name; 1: the name from a later word on. */
  rank: number;
  key: string;
  id: string;
  name: string;
  detail: string;
}

/** Append-only: the database refuses UPDATE, DELETE and TRUNCATE. */
export interface AuditTable {
  client_id: string | null;
  id: string;
  at: Date;
  actor_id: string | null;
  actor: string;
  call: string;
  target: string | null;
  before: NullableJsonb;
  after: NullableJsonb;
}

export interface Database {
  settings: SettingsTable;
  clients: ClientsTable;
  users: UsersTable;
  user_clients: UserClientsTable;
  user_counts: UserCountsTable;
  roles: RolesTable;
  user_roles: UserRolesTable;
  user_resources: UserResourcesTable;
  sessions: SessionsTable;
  factors: FactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  factor_challenges: FactorChallengesTable;
  notices_owed: NoticesOwedTable;
  login_failures: LoginFailuresTable;
  sign_ons: SignOnsTable;
  account_tokens: AccountTokensTable;
  orgs: OrgsTable;
  identities: IdentitiesTable;
  identity_views: IdentityViewsTable;
  person_history: PersonHistoryTable;
  outside_counts: OutsideCountsTable;
  identity_orgs: IdentityOrgsTable;
  resources: ResourcesTable;
  entitlements: EntitlementsTable;
  accounts: AccountsTable;
  inducements: InducementsTable;
  group_changes: GroupChangesTable;
  group_change_orgs: GroupChangeOrgsTable;
  policy_changes: PolicyChangesTable;
  policy_change_orgs: PolicyChangeOrgsTable;
  policy_previews: PolicyPreviewsTable;
  policy_change_effects: PolicyChangeEffectsTable;
  policy_change_kinds: PolicyChangeKindsTable;
  gone_entitlements: GoneEntitlementsTable;
  access_roles: AccessRolesTable;
  access_role_entitlements: AccessRoleEntitlementsTable;
  access_role_owners: AccessRoleOwnersTable;
  access_role_assignments: AccessRoleAssignmentsTable;
  access_role_versions: AccessRoleVersionsTable;
  membership_versions: MembershipVersionsTable;
  directory_counts: DirectoryCountsTable;
  mining_reports: MiningReportsTable;
  mining_report_parts: MiningReportPartsTable;
  reports: ReportsTable;
  report_rows: ReportRowsTable;
  report_schedules: ReportSchedulesTable;
  report_mails: ReportMailsTable;
  cases: CasesTable;
  case_comments: CaseCommentsTable;
  support_requests: SupportRequestsTable;
  support_logs: SupportLogsTable;
  names: NamesTable;
  audit: AuditTable;
  directory_imports: DirectoryImportsTable;
  import_parts: ImportPartsTable;
  import_rejects: ImportRejectsTable;
  import_history: ImportHistoryTable;
  import_changes: ImportChangesTable;
  bulk_changes: BulkChangesTable;
  bulk_lines: BulkLinesTable;
  verifications_owed: VerificationsOwedTable;
  connected_systems: ConnectedSystemsTable;
  system_secrets: SystemSecretsTable;
  pending_authorizations: PendingAuthorizationsTable;
  system_files: SystemFilesTable;
  system_file_parts: SystemFilePartsTable;
  system_runs: SystemRunsTable;
  system_run_entitlements: SystemRunEntitlementsTable;
  system_run_entries: SystemRunEntriesTable;
  system_run_orgs: SystemRunOrgsTable;
  planned_people: PlannedPeopleTable;
  system_run_people: SystemRunPeopleTable;
  system_objects: SystemObjectsTable;
  system_tasks: SystemTasksTable;
  mapping_previews: MappingPreviewsTable;
  mapping_preview_objects: MappingPreviewObjectsTable;
  entitlement_aliases: EntitlementAliasesTable;
  entitlement_reviews: EntitlementReviewsTable;
  correlation_rules: CorrelationRulesTable;
  correlation_simulations: CorrelationSimulationsTable;
  correlation_results: CorrelationResultsTable;
  correlation_decisions: CorrelationDecisionsTable;
  provisioning_plans: ProvisioningPlansTable;
  provisioning_changes: ProvisioningChangesTable;
  provisioning_exclusions: ProvisioningExclusionsTable;
  automatic_previews: AutomaticPreviewsTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;

export type RowPatch<T extends keyof Database> = Updateable<Database[T]>;

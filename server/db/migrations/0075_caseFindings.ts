/**
 * Cases about grants of orgs, access outside policy of an org, and dormant accounts; findings of report rows; versions of
 * schedules.
 */
import type { Migration } from "../migration.ts";

export const caseFindings: Migration = {
  name: "0075_caseFindings",
  statements: [
    `alter table cases
      add column org_oid uuid,
      add column resource_id uuid,
      drop constraint cases_kind_check,
      drop constraint cases_check,
      drop constraint cases_check1,
      drop constraint cases_check2`,
    `alter table cases
      add constraint cases_kind_check check (kind in
        ('outsidePolicy', 'missingAccess', 'expiringSoon', 'orphanedAccount', 'dormantAccount')),
      add constraint cases_subject_check check (num_nonnulls(identity_oid, org_oid, account_id) = 1),
      add constraint cases_account_check
        check ((kind in ('orphanedAccount', 'dormantAccount')) = (account_id is not null)),
      add constraint cases_about_check
        check (num_nonnulls(account_id, role_oid, resource_id) = 1),
      add column finding_key text generated always as (
        kind || ' ' || coalesce(identity_oid::text, '') || ' ' || coalesce(org_oid::text, '') || ' '
          || coalesce(role_oid::text, '') || ' ' || coalesce(account_id::text, '') || ' '
          || coalesce(resource_id::text, '')) stored`,
    `drop index cases_access`,
    `drop index cases_account`,
    // At most one case of a finding is not settled.
    `create unique index cases_finding on cases (client_id, finding_key)
      where state in ('open', 'inProgress')`,
    `alter table report_rows add column finding jsonb`,
    `alter table report_schedules add column version integer not null default 1`,
  ],
};

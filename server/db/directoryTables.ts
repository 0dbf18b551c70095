/** The tables of the directory that is administered, and of what was mined of it. */
import type { Generated, GeneratedAlways } from "kysely";
import type { StringAttributesJsonb } from "./columns.ts";

export type OrgTypeColumn = "job-titles" | "departments" | "locations";

export interface OrgsTable {
  client_id: string;
  oid: string;
  type: OrgTypeColumn;
  name: string;
  display_name: string;
  /** Null only for the root of each type. */
  parent_oid: string | null;
  search_key: string;
  /** The `search_key` without accents. */
  folded_key: GeneratedAlways<string>;
  /** Of members, those of its descendants too, each once; as `count_directory` left it. */
  member_count: Generated<number>;
  /** Whether it has an inducement. */
  has_policy: Generated<boolean>;
}

export interface IdentitiesTable {
  client_id: string;
  oid: string;
  external_id: string;
  username: string | null;
  given_name: string | null;
  family_name: string | null;
  email: string | null;
  job_title: string | null;
  department: string | null;
  location: string | null;
  /** External id of the manager. */
  manager: string | null;
  attributes: StringAttributesJsonb;
  search_key: string;
}

export interface IdentityOrgsTable {
  client_id: string;
  org_oid: string;
  identity_oid: string;
}

export interface ResourcesTable {
  client_id: string;
  id: string;
  name: string;
  type: string | null;
  created_at: Date;
  /** As `count_directory` left them. */
  account_count: Generated<number>;
  entitlement_count: Generated<number>;
  /** The name as filters see it; null until the server starts, where an earlier version wrote the row. */
  search_key: Generated<string | null>;
}

export interface EntitlementsTable {
  client_id: string;
  id: string;
  /** Dense per client, 1..n, never reused: what `accounts.entitlement_nos` lists. */
  no: number;
  resource_id: string;
  name: string;
  role_oid: string;
  /** The name as filters see it; null until the server starts, where an earlier version wrote the row. */
  search_key: Generated<string | null>;
}

export interface AccountsTable {
  client_id: string;
  id: string;
  resource_id: string;
  name: string;
  /** Null for an account that belongs to no known identity. */
  identity_oid: string | null;
  /** `entitlements.no`, ascending and distinct. */
  entitlement_nos: Generated<number[]>;
}

export interface InducementsTable {
  client_id: string;
  id: string;
  org_oid: string;
  role_oid: string;
  created_at: Date;
}

/** As `count_directory` left them; a client without a row has an empty directory. */
export interface DirectoryCountsTable {
  client_id: string;
  identities: number;
  resources: number;
  entitlements: number;
  accounts: number;
  /** Those of no known identity. */
  unlinked_accounts: number;
  /** Entitlements that accounts hold. */
  assignments: number;
}

export type MiningStatus = "queued" | "running" | "ready" | "failed";

export interface MiningReportsTable {
  client_id: string;
  org_oid: string;
  /** 'all' or the id of a resource. */
  scope: string;
  /** Id of the report, new with each attempt. */
  id: string;
  status: MiningStatus;
  /** Last, once it is ready. */
  requested_at: Date;
  /** The user who asked first; null where that was before it was written down. */
  requested_by: string | null;
  lease_owner: string | null;
  lease_until: Date | null;
  attempts: Generated<number>;
  error: string | null;
  report_date: Date | null;
  total_users: number | null;
  total_shadows: number | null;
}

export interface MiningReportPartsTable {
  client_id: string;
  report_id: string;
  /** From 0. The parts in this order are the report as an Arrow IPC stream. */
  part: number;
  body: Buffer;
}

/**
 * The tables as Kysely sees them. The same SQL and the same JavaScript values on both databases:
 * timestamptz is a `Date`, int8 and numeric are a `number`, int4[] and text[] are arrays, bytea is a
 * `Buffer`, jsonb is read as a value and written as JSON text (`JSON.stringify(value)`).
 */
import type { ColumnType, Generated, Selectable, Updateable } from "kysely";
import type { UsernameFormatId } from "#events/entities/client.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** jsonb: read as a value, written as JSON text, because `pg` would write an array as a PostgreSQL array. */
export type Jsonb = ColumnType<JsonValue, string, string>;
export type NullableJsonb = ColumnType<JsonValue | null, string | null | undefined, string | null>;
export type StringAttributesJsonb = ColumnType<Record<string, string>, string | undefined, string>;

export type OrgTypeColumn = "job-titles" | "departments" | "locations";
export type MiningStatus = "queued" | "running" | "ready" | "failed";

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
}

export interface UsersTable {
  id: string;
  username: string;
  /** `username` in lower case: names are unique whatever their case. */
  username_key: string;
  given_name: string;
  family_name: string;
  email: string | null;
  phone_number: string | null;
  phone_extension: string | null;
  job_title: string | null;
  password_hash: string | null;
  onboarded: Generated<boolean>;
  archived: Generated<boolean>;
  created_at: Date;
  /** One more with every change: a save that was made of an older one is refused. */
  version: Generated<number>;
  /** When the address was confirmed by a link that was sent to it. */
  email_verified_at: Date | null;
}

export interface UserClientsTable {
  user_id: string;
  client_id: string;
  /** Order in which the user's clients are listed; the lowest is the one shown first. */
  position: number;
  is_hr: Generated<boolean>;
  is_ad: Generated<boolean>;
  /** As the user is, kept by a trigger. */
  archived: Generated<boolean>;
  /** What lists are ordered by: the beginnings of the texts as filters see them. */
  name_key: Generated<string>;
  username_key: Generated<string>;
  email_key: Generated<string>;
  /** What a search looks in; null until the keys are made, and again after a change of the user. */
  search_key: string | null;
}

export interface RolesTable {
  id: string;
  name: string;
  permissions: string[];
}

export interface UserRolesTable {
  user_id: string;
  role_id: string;
}

export interface UserResourcesTable {
  client_id: string;
  user_id: string;
  resource_id: string;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  id_hash: Buffer;
  /** By which its user ends it; it opens nothing. */
  id: Generated<string>;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string | null;
  /** The address of the network from which it was used last. */
  address: string | null;
  /** What the provider said of the user at a single sign-on; null for a sign-in by password. */
  id_token: string | null;
}

/** A sign-in at the provider that is under way. */
export interface SignOnsTable {
  /** SHA-256 of the state. */
  state_hash: Buffer;
  /** SHA-256 of the cookie of the browser that began it. */
  cookie_hash: Buffer;
  nonce: string;
  code_verifier: string;
  /** A path within the app that the user wanted to go to. */
  path: string | null;
  expires_at: Date;
}

export type TokenPurpose = "reset" | "verify";

export interface AccountTokensTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: string;
  purpose: TokenPurpose;
  /** A path within the app that the user wanted to go to afterwards. */
  landing_page: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface OrgsTable {
  client_id: string;
  oid: string;
  type: OrgTypeColumn;
  name: string;
  display_name: string;
  /** Null only for the root of each type. */
  parent_oid: string | null;
  search_key: string;
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
}

export interface EntitlementsTable {
  client_id: string;
  id: string;
  /** Dense per client, 1..n, never reused: what `accounts.entitlement_nos` lists. */
  no: number;
  resource_id: string;
  name: string;
  role_oid: string;
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

export interface MiningReportsTable {
  client_id: string;
  org_oid: string;
  /** 'all' or the id of a resource. */
  scope: string;
  /** Id of the report, new with each attempt. */
  id: string;
  status: MiningStatus;
  requested_at: Date;
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

export interface SupportRequestsTable {
  client_id: string;
  id: string;
  user_id: string;
  username: string;
  topic: string;
  subject: string;
  message: string;
  created_at: Date;
  /** The address that it is mailed to; null where mail goes to nobody. */
  mail_to: string | null;
  /** When it is mailed, or tried again; null where that was done. */
  mail_due_at: Date | null;
  mail_attempts: Generated<number>;
}

/** Kept by triggers: nobody writes it. */
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

export interface BulkChangesTable {
  client_id: string;
  id: string;
  /** Who had the file checked, and alone may apply it. */
  actor_id: string;
  file_name: string;
  created_at: Date;
  /** All of its lines are there. */
  is_checked: Generated<boolean>;
}

export interface BulkLinesTable {
  client_id: string;
  bulk_id: string;
  /** Of the file, from 1. */
  line: number;
  kind: "create" | "change" | "archive" | "restore" | "unchanged" | "refused";
  outcome: "done" | "late" | null;
  username: string;
  user_id: string | null;
  /** Of the user when the file was checked. */
  version: number | null;
  /** The fields that differ, as they were. */
  before: NullableJsonb;
  /** The fields that differ as they become; all fields of a new user. */
  after: NullableJsonb;
  problems: ColumnType<JsonValue, string | undefined, string>;
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
  roles: RolesTable;
  user_roles: UserRolesTable;
  user_resources: UserResourcesTable;
  sessions: SessionsTable;
  sign_ons: SignOnsTable;
  account_tokens: AccountTokensTable;
  orgs: OrgsTable;
  identities: IdentitiesTable;
  identity_orgs: IdentityOrgsTable;
  resources: ResourcesTable;
  entitlements: EntitlementsTable;
  accounts: AccountsTable;
  inducements: InducementsTable;
  mining_reports: MiningReportsTable;
  mining_report_parts: MiningReportPartsTable;
  support_requests: SupportRequestsTable;
  names: NamesTable;
  audit: AuditTable;
  bulk_changes: BulkChangesTable;
  bulk_lines: BulkLinesTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type RowPatch<T extends keyof Database> = Updateable<Database[T]>;

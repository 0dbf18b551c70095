/** The tables of the administered directory. */
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { OrgChangeKind } from "#events/entities/grouping.ts";
import type { PolicyChangeRequest } from "#events/entities/policyChange.ts";
import type {
  ChangedPeriodsJsonb,
  Jsonb,
  NullableJsonb,
  PeriodsJsonb,
  StringAttributesJsonb,
} from "./columns.ts";

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
  /** What lists are ordered by: `sort_key` of the name. */
  sort_key: GeneratedAlways<string>;
  /** Distinct members, including those of its descendants, as `count_directory` counted them. */
  member_count: Generated<number>;
  /** Whether the org has an inducement. */
  has_policy: Generated<boolean>;
  /** Made to hold other orgs, or holds some. */
  is_group: Generated<boolean>;
  /** 0 for groups, 1 for other orgs: groups come first. */
  tree_rank: GeneratedAlways<number>;
  /** Counts the changes of its name and place. */
  version: Generated<number>;
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
  /** The normalized values of attributes; null without attributes. */
  attribute_key: Generated<string | null>;
  /** What lists are ordered by: `sort_key` of the names. */
  family_sort: GeneratedAlways<string | null>;
  given_sort: GeneratedAlways<string | null>;
  /** A user created the person here; an import that contains the person clears it. */
  by_hand: Generated<boolean>;
  ended_at: Generated<Date | null>;
  /** Entitlements that the person holds and no policy grants, as of the last count in the background. */
  outside_count: Generated<number>;
  /** Incremented by every change by hand. A save based on an older version is refused. */
  version: Generated<number>;
}

/** A person who joined, moved, changed, left or returned by an import. */
export interface PersonHistoryTable {
  client_id: string;
  identity_oid: string;
  id: string;
  at: Date;
  kind: PersonHistoryKind;
  /** The fields that differ, as texts. */
  before: NullableJsonb;
  after: NullableJsonb;
  /** The run of an HR system; null: tables were imported. */
  resource_id: string | null;
  run_oid: string | null;
  /** Username, or system. */
  actor: string;
}

/** The last count of access outside policy, and the claim of the server that counts. */
export interface OutsideCountsTable {
  client_id: string;
  /** What access depended on when it was counted. */
  state: Generated<string>;
  counted_at: Generated<Date | null>;
  /** In milliseconds. */
  duration: Generated<number>;
  claimed_until: Generated<Date | null>;
}

export interface IdentityViewsTable {
  client_id: string;
  user_id: string;
  id: string;
  name: string;
  /** `name` in lower case, because names are unique in any case. */
  name_key: string;
  /** The query of the list's address. */
  query: string;
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
  /** The counts that `count_directory` computed. */
  account_count: Generated<number>;
  entitlement_count: Generated<number>;
  /** The normalized name; null in rows of an earlier version until the server starts. */
  search_key: Generated<string | null>;
}

export interface EntitlementsTable {
  client_id: string;
  id: string;
  /** Dense per client, 1..n, never reused; `accounts.entitlement_nos` refers to it. */
  no: number;
  resource_id: string;
  name: string;
  role_oid: string;
  /** The normalized name; null in rows of an earlier version until the server starts. */
  search_key: Generated<string | null>;
}

export interface AccountsTable {
  client_id: string;
  id: string;
  resource_id: string;
  name: string;
  /** Null for an orphaned account. */
  identity_oid: string | null;
  /** `entitlements.no`, ascending and distinct. */
  entitlement_nos: Generated<number[]>;
  /** Whether its user can sign in; null if the system does not report it. */
  active: Generated<boolean | null>;
  /** The owner when the inbound mappings were last evaluated with the account; null: never. */
  mapped_owner: Generated<string | null>;
}

export interface InducementsTable {
  client_id: string;
  id: string;
  org_oid: string;
  /** Of an entitlement or of an access role. */
  role_oid: string;
  created_at: Date;
  /** From this instant on; null: from the beginning. */
  valid_from: Generated<Date | null>;
  /** Before this instant; null: without end. */
  valid_until: Generated<Date | null>;
}

/** The counts that `count_directory` computed. A client without a row has an empty directory. */
export interface DirectoryCountsTable {
  client_id: string;
  identities: number;
  resources: number;
  entitlements: number;
  accounts: number;
  /** Orphaned accounts. */
  unlinked_accounts: number;
  /** Entitlements that accounts hold. */
  assignments: number;
}

/** A change of groups that is undone as a whole. */
export interface GroupChangesTable {
  client_id: string;
  id: string;
  /** Counts the client's changes of orgs of the type. */
  no: number;
  at: Date;
  actor_id: string | null;
  actor: string;
  org_type: OrgTypeColumn;
  change: OrgChangeKind;
  /** The created, changed or deleted group, or the target of moved orgs; null: the top level. */
  group_oid: string | null;
  group_name: string | null;
  /** Of a renamed group. */
  former_name: string | null;
  /** How many groups were created. */
  created: number;
  /** How many orgs were moved. */
  moved: number;
  /** The changes of policies that came with it. */
  policy_changes: string[];
  undoes: string | null;
  undone_by: string | null;
}

/** What a change did to one org. Its name and its parent are null before it was created and after it was deleted. */
export interface GroupChangeOrgsTable {
  client_id: string;
  change_id: string;
  org_oid: string;
  change: OrgChangeKind;
  name_before: string | null;
  parent_before: string | null;
  name_after: string | null;
  parent_after: string | null;
  /** The org's version after the change; the last one of a deleted org. */
  version_after: number;
}

export type PolicyChangeKind = "apply" | "remove" | "period" | "bulk" | "import" | "undo";

/** A change of one or many policies that is undone as a whole. */
export interface PolicyChangesTable {
  client_id: string;
  id: string;
  at: Date;
  actor_id: string | null;
  actor: string;
  kind: PolicyChangeKind;
  /** Percent: at which entitlements were taken over from a report; null for other changes. */
  threshold: number | null;
  /** The change concerns entitlements of this resource only. */
  resource_id: string | null;
  org_count: number;
  added_count: number;
  removed_count: number;
  /** The change that this one took back. */
  undoes: string | null;
  undone_by: string | null;
  /** People who gained and who lost access; null if they were not recorded. */
  gaining: Generated<number | null>;
  losing: Generated<number | null>;
}

/** People who gained and lost the same entitlements by a change of policies. */
export interface PolicyChangeEffectsTable {
  client_id: string;
  change_id: string;
  /** From 0. */
  no: number;
  /** Oids, 16 bytes each. */
  people: Buffer;
  /** `policy_change_kinds.kind` */
  gained: number[];
  lost: number[];
}

/** Entitlements that the same people gained and lost by a change of policies. */
export interface PolicyChangeKindsTable {
  client_id: string;
  change_id: string;
  kind: number;
  role_oids: string[];
}

/** An entitlement that a policy or an access role granted, when it left the directory. */
export interface GoneEntitlementsTable {
  client_id: string;
  role_oid: string;
  name: string;
  search_key: string;
  resource_name: string;
  gone_at: Date;
}

/** Role oids that the policy of an org would get and lose. */
export interface PreviewedPolicy {
  readonly orgOid: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** An access role, and role oids of the entitlements that it would grant. */
export interface PreviewedRole {
  readonly roleOid: string;
  readonly entitlementOids: readonly string[];
}

/** What a preview of a change was about: a request, a file, or a change of one policy or of one access role. */
export interface PolicyPreviewsTable {
  client_id: string;
  id: string;
  at: Date;
  resource_id: string | null;
  root_oid: string | null;
  request: ColumnType<PolicyChangeRequest | null, string | null, never>;
  /** The content of a file in Base64. */
  file: string | null;
  /** Whether the file names access roles instead of entitlements. */
  access_roles: boolean;
  /** The entitlements that the policy of one org would get and lose. */
  policy: ColumnType<PreviewedPolicy | null, string | null, never>;
  role: ColumnType<PreviewedRole | null, string | null, never>;
  fingerprint: string;
  /** Null if all previews of the user are kept. */
  user_id: string | null;
}

/** What a change did to one org: role oids. */
export interface PolicyChangeOrgsTable {
  client_id: string;
  change_id: string;
  org_oid: string;
  added: string[];
  removed: string[];
  /**
   * By role oid: from and until of the period that a removed grant had, or that an added one had before. Grants without
   * limits have no entry.
   */
  periods: PeriodsJsonb;
  /** By role oid, of grants whose period the change replaced: from and until before, and from and until after. */
  changed_periods: ChangedPeriodsJsonb;
}

/** A bundle of entitlements. */
export interface AccessRolesTable {
  client_id: string;
  oid: string;
  name: string;
  description: Generated<string>;
  /** The resource it belongs to; null for the default bucket. */
  resource_id: string | null;
  search_key: string;
  /** What lists are ordered by: `sort_key` of the name. */
  sort_key: GeneratedAlways<string>;
  version: Generated<number>;
  archived_at: Generated<Date | null>;
  created_at: Date;
  changed_at: Date;
}

export interface AccessRoleEntitlementsTable {
  client_id: string;
  access_role_oid: string;
  /** `entitlements.role_oid`. */
  role_oid: string;
}

export interface AccessRoleOwnersTable {
  client_id: string;
  access_role_oid: string;
  identity_oid: string;
}

export interface AccessRoleAssignmentsTable {
  client_id: string;
  id: string;
  access_role_oid: string;
  identity_oid: string;
  valid_from: Generated<Date | null>;
  valid_until: Generated<Date | null>;
  created_at: Date;
  /** Username. */
  created_by: string;
}

export type RoleVersionKind = "created" | "edited" | "archived" | "unarchived" | "restored";

export interface AccessRoleVersionsTable {
  client_id: string;
  access_role_oid: string;
  version: number;
  kind: Generated<RoleVersionKind>;
  at: Date;
  actor_id: string | null;
  actor: string;
  /** Name, description, resource, entitlements and owners as of this version. */
  content: Jsonb;
}

export interface MembershipVersionsTable {
  client_id: string;
  version: number;
}

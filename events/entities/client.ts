/** The client organisation whose directory is administered. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

/** How usernames of new users are built from their names; `custom` uses the client's own format. */
export const UsernameFormatId = Type.Union([
  Type.Literal("first.last"),
  Type.Literal("flast"),
  Type.Literal("firstl"),
  Type.Literal("custom"),
]);
export type UsernameFormatId = Static<typeof UsernameFormatId>;

/** null: administrators type usernames. Only `custom` has a text; it is null for all other formats. */
export const UsernameFormat = Type.Object({
  usernameFormatId: Nullable(UsernameFormatId),
  usernameFormatCustom: Nullable(Text),
});
export type UsernameFormat = Static<typeof UsernameFormat>;

/** Requirements for signing in by password. */
export const SignInRules = Type.Object({ requiresSecondFactor: Type.Boolean() });
export type SignInRules = Static<typeof SignInRules>;

/** Requirements for approving previews of provisioning. */
export const ApprovalRules = Type.Object({ requiresSecondApprover: Type.Boolean() });
export type ApprovalRules = Static<typeof ApprovalRules>;

export const AdminAccess = Type.Object({ adminEnabled: Type.Boolean() });
export type AdminAccess = Static<typeof AdminAccess>;

/** The editable fields of a client. Texts are trimmed, and empty ones become null. The name is required. */
export const ClientProfile = Type.Object({
  name: Text,
  url: Nullable(Text),
  coreProcessor: Nullable(Text),
  address: Nullable(Text),
  address2: Nullable(Text),
  city: Nullable(Text),
  state: Nullable(Text),
  zip: Nullable(Text),
});
export type ClientProfile = Static<typeof ClientProfile>;

/** null: no limit. */
const Limit = Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

/** The maximum systems of each kind. */
export const ClientLimits = Type.Object({
  limitSelfCertified: Limit,
  limitSystemExport: Limit,
  limitApi: Limit,
});
export type ClientLimits = Static<typeof ClientLimits>;

export const Client = Type.Object({
  id: Uuid,
  ...ClientProfile.properties,
  slug: Text,
  icon: Nullable(Text),
  /** The admin condition: if false, Role Mapping and Manage Access are not offered. */
  adminEnabled: Type.Boolean(),
  /** null: no limit. */
  limitSelfCertified: Nullable(Count),
  limitSystemExport: Nullable(Count),
  limitApi: Nullable(Count),
  /** As in `UsernameFormat`; missing in logs of builds without formats. */
  usernameFormatId: Type.Optional(Nullable(UsernameFormatId)),
  usernameFormatCustom: Type.Optional(Nullable(Text)),
  /** Users of the client need a second factor to sign in with a password. Missing in logs of earlier builds. */
  requiresSecondFactor: Type.Optional(Type.Boolean()),
  /** People who prepared a preview of provisioning cannot approve it. Missing in logs of earlier builds. */
  requiresSecondApprover: Type.Optional(Type.Boolean()),
});
export type Client = Static<typeof Client>;

/** A user who owns the client or manages something for it. */
export const ClientUser = Type.Object({
  id: Uuid,
  username: Personal(Text),
  familyName: Personal(Text),
  givenName: Personal(Text),
  isHr: Type.Boolean(),
  isAd: Type.Boolean(),
});
export type ClientUser = Static<typeof ClientUser>;

/** Maximum number of owners of a client, and of managers of each kind. */
export const CLIENT_USERS_MAX = 100;

/** The managers by kind, as user ids. */
export const ManagerLists = Type.Object({
  hr: Type.Array(Uuid, { maxItems: CLIENT_USERS_MAX }),
  ad: Type.Array(Uuid, { maxItems: CLIENT_USERS_MAX }),
});
export type ManagerLists = Static<typeof ManagerLists>;

/** Ready: seen recently. Pending: not seen for a while. Not Detected: never seen. */
export const SecureAgentStatus = Type.Union([
  Type.Literal("Ready"),
  Type.Literal("Pending"),
  Type.Literal("Not Detected"),
]);
export type SecureAgentStatus = Static<typeof SecureAgentStatus>;

/** The program at the client's site that connects systems to Provision. */
export const SecureAgent = Type.Object({
  status: SecureAgentStatus,
  lastSeenAt: Nullable(Instant),
});
export type SecureAgent = Static<typeof SecureAgent>;

const CountsOfOrgs = Type.Object({ "job-titles": Count, departments: Count, locations: Count });

/** The counts of a client's directory. */
export const ClientCounts = Type.Object({
  identities: Count,
  resources: Count,
  accounts: Count,
  /** The orphaned ones, which have no identity. */
  unlinkedAccounts: Count,
  entitlements: Count,
  assignments: Count,
  /** Orgs below a root, by type. */
  orgs: CountsOfOrgs,
  /** Those of them with a policy, whether or not they have members: what `listOrgs` lists with `policy=present`. */
  orgsWithPolicy: CountsOfOrgs,
  /** Orgs below a root that have members, and those of them without a policy: the lists of `policy=missing` together. */
  orgsWithMembers: Count,
  orgsWithoutPolicy: Count,
});
export type ClientCounts = Static<typeof ClientCounts>;

/** The client organisation whose directory is administered. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

/** How usernames of new users are made of their names; `custom` is by a text of the client's own. */
export const UsernameFormatId = Type.Union([
  Type.Literal("first.last"),
  Type.Literal("flast"),
  Type.Literal("firstl"),
  Type.Literal("custom"),
]);
export type UsernameFormatId = Static<typeof UsernameFormatId>;

/** null = usernames are typed. The text belongs to `custom` and is null with the others. */
export const UsernameFormat = Type.Object({
  usernameFormatId: Nullable(UsernameFormatId),
  usernameFormatCustom: Nullable(Text),
});
export type UsernameFormat = Static<typeof UsernameFormat>;

/** What the client demands of those who sign in by password. */
export const SignInRules = Type.Object({ requiresSecondFactor: Type.Boolean() });
export type SignInRules = Static<typeof SignInRules>;

/** What people change of a client. Texts are trimmed; one that is empty counts as null, but the name is required. */
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

export const Client = Type.Object({
  id: Uuid,
  ...ClientProfile.properties,
  slug: Text,
  icon: Nullable(Text),
  /** The admin condition: where false, Role Mapping and Manage Access are not offered. */
  adminEnabled: Type.Boolean(),
  /** null = no limit. */
  limitSelfCertified: Nullable(Count),
  limitSystemExport: Nullable(Count),
  limitApi: Nullable(Count),
  /** As in `UsernameFormat`; logs of builds that knew no formats lack them. */
  usernameFormatId: Type.Optional(Nullable(UsernameFormatId)),
  usernameFormatCustom: Type.Optional(Nullable(Text)),
  /** Users of the client need a second factor to sign in with a password. Logs of earlier builds lack this field. */
  requiresSecondFactor: Type.Optional(Type.Boolean()),
});
export type Client = Static<typeof Client>;

/** Somebody who owns the client, or manages something for it. */
export const ClientUser = Type.Object({
  id: Uuid,
  username: Personal(Text),
  familyName: Personal(Text),
  givenName: Personal(Text),
  isHr: Type.Boolean(),
  isAd: Type.Boolean(),
});
export type ClientUser = Static<typeof ClientUser>;

/** The most people who own a client, or manage one kind of thing for it. */
export const CLIENT_USERS_MAX = 100;

/** Who manages what, by the ids of users. */
export const ManagerLists = Type.Object({
  hr: Type.Array(Uuid, { maxItems: CLIENT_USERS_MAX }),
  ad: Type.Array(Uuid, { maxItems: CLIENT_USERS_MAX }),
});
export type ManagerLists = Static<typeof ManagerLists>;

/** Ready: heard of lately. Pending: not heard of for a while. Not Detected: never heard of. */
export const SecureAgentStatus = Type.Union([
  Type.Literal("Ready"),
  Type.Literal("Pending"),
  Type.Literal("Not Detected"),
]);
export type SecureAgentStatus = Static<typeof SecureAgentStatus>;

/** The program at the client's site that reaches systems for Provision. */
export const SecureAgent = Type.Object({
  status: SecureAgentStatus,
  lastSeenAt: Nullable(Instant),
});
export type SecureAgent = Static<typeof SecureAgent>;

/** What a client's directory holds. */
export const ClientCounts = Type.Object({
  identities: Count,
  resources: Count,
  accounts: Count,
  /** The orphaned ones, which belong to no identity. */
  unlinkedAccounts: Count,
  entitlements: Count,
  assignments: Count,
  orgs: Type.Object({ "job-titles": Count, departments: Count, locations: Count }),
  /** Orgs below a root that have members, and how many of those have no entitlement in their policy. */
  orgsWithMembers: Count,
  orgsWithoutPolicy: Count,
});
export type ClientCounts = Static<typeof ClientCounts>;

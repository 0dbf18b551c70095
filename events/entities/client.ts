/** The client organisation whose directory is administered. */
import { Type, type Static } from "typebox";
import { Count, Nullable, Text, Uuid } from "./common.ts";

export const Client = Type.Object({
  id: Uuid,
  name: Text,
  slug: Text,
  url: Nullable(Text),
  coreProcessor: Nullable(Text),
  address: Nullable(Text),
  address2: Nullable(Text),
  city: Nullable(Text),
  state: Nullable(Text),
  zip: Nullable(Text),
  icon: Nullable(Text),
  /** The admin condition: where false, Role Mapping and Manage Access are not offered. */
  adminEnabled: Type.Boolean(),
  /** null = no limit. */
  limitSelfCertified: Nullable(Count),
  limitSystemExport: Nullable(Count),
  limitApi: Nullable(Count),
});
export type Client = Static<typeof Client>;

/** What a client's directory holds. */
export const ClientCounts = Type.Object({
  identities: Count,
  resources: Count,
  accounts: Count,
  unlinkedAccounts: Count,
  entitlements: Count,
  assignments: Count,
  orgs: Type.Object({ "job-titles": Count, departments: Count, locations: Count }),
  /** Orgs below a root that have members, and how many of those have no entitlement in their policy. */
  orgsWithMembers: Count,
  orgsWithoutPolicy: Count,
});
export type ClientCounts = Static<typeof ClientCounts>;

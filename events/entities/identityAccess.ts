/** One person: who they are, their accounts, and each entitlement with its reason. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { Identity } from "./directory.ts";
import { PolicyPath } from "./holder.ts";
import { OrgTypeSchema } from "./org.ts";

export const IdentityDetail = Type.Object({
  ...Identity.properties,
  /** Of the person's data; a change by hand sends it. */
  version: Type.Optional(Count),
  /** The manager's id or username, as the source has it. */
  manager: Personal(Nullable(Text)),
  /** The person with this id or username; null if nobody has it. Absent in logs of earlier builds. */
  managedBy: Type.Optional(Nullable(Type.Object({ oid: Uuid, name: Personal(Type.String()) }))),
  /** Attributes without a field of their own, by name. */
  attributes: Type.Array(Type.Object({ name: Text, value: Personal(Type.String()) })),
  orgs: Type.Array(Type.Object({ oid: Uuid, name: Text, orgType: OrgTypeSchema })),
  accounts: Type.Array(
    Type.Object({
      id: Uuid,
      name: Personal(Type.String()),
      resourceName: Text,
      entitlementCount: Count,
      /** Whether its user can sign in; null if the system does not report it. Absent in logs of earlier builds. */
      active: Type.Optional(Nullable(Type.Boolean())),
    }),
  ),
  /** Entitlements by reason: held and granted, held and not granted, granted and not held. */
  counts: Type.Object({ byPolicy: Count, outsidePolicy: Count, missing: Count }),
  /** The org with whose members the person is compared: the job title with the fewest members. */
  peers: Nullable(Type.Object({ oid: Uuid, name: Text, members: Count })),
});
export type IdentityDetail = Static<typeof IdentityDetail>;

export const IdentityEntitlement = Type.Object({
  roleOid: Uuid,
  name: Type.String(),
  resourceName: Text,
  /** The person's accounts that hold the entitlement; empty if the person lacks it. */
  accounts: Type.Array(Personal(Type.String())),
  /** `active` of each of these accounts. Absent in logs of earlier builds. */
  accountsActive: Type.Optional(Type.Array(Nullable(Type.Boolean()))),
  /** The policies that grant it to the person. */
  paths: Type.Array(PolicyPath),
  /** What grants it ends within `ENDS_SOON_DAYS`. Absent in logs of earlier builds. */
  endsSoon: Type.Optional(Type.Boolean()),
  /** How many of the peers hold it, including the person. */
  peerHolders: Count,
});
export type IdentityEntitlement = Static<typeof IdentityEntitlement>;

/** Granted access ends soon if nothing grants it after so many days. */
export const ENDS_SOON_DAYS = 30;

/**
 * Which of a person's entitlements: those held or granted, or by their reason. `onlyHere`: held by the person and by none
 * of the peers.
 */
export const ACCESS_GROUPS = [
  "all",
  "policy",
  "outside",
  "missing",
  "endsSoon",
  "onlyHere",
] as const;
export const AccessGroup = OneOf(ACCESS_GROUPS);
export type AccessGroup = (typeof ACCESS_GROUPS)[number];

/** Which people of the directory. `disabledAccounts`: those with an account whose user cannot sign in. */
export const PEOPLE_GROUPS = [
  "all",
  "withAccounts",
  "withoutAccounts",
  "disabledAccounts",
  "outsidePolicy",
  "byHand",
  "ended",
] as const;
export const PeopleGroup = OneOf(PEOPLE_GROUPS);
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number];

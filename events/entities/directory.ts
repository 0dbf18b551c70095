/** Imported data: identities and the resources on which they have accounts. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

export const Identity = Type.Object({
  oid: Uuid,
  /** The id under which the identity was imported. */
  externalId: Personal(Text),
  username: Personal(Nullable(Text)),
  givenName: Personal(Nullable(Text)),
  familyName: Personal(Nullable(Text)),
  email: Personal(Nullable(Text)),
  jobTitle: Nullable(Text),
  department: Nullable(Text),
  location: Nullable(Text),
  /** Accounts linked to the identity. */
  accountCount: Count,
  /** A user created the person here, because no connected system is authoritative. Absent in logs of earlier builds. */
  isByHand: Type.Optional(Type.Boolean()),
  /** When the person was ended by hand. */
  endedAt: Type.Optional(Nullable(Instant)),
});
export type Identity = Static<typeof Identity>;

/** The fields of an identity in lists of people who hold or lose access. */
export const ListedPerson = Type.Object({
  oid: Uuid,
  externalId: Personal(Text),
  username: Personal(Nullable(Text)),
  givenName: Personal(Nullable(Text)),
  familyName: Personal(Nullable(Text)),
  jobTitle: Nullable(Text),
  department: Nullable(Text),
});
export type ListedPerson = Static<typeof ListedPerson>;

export const Resource = Type.Object({
  id: Uuid,
  name: Text,
  accountCount: Count,
  entitlementCount: Count,
});
export type Resource = Static<typeof Resource>;

/** A permission on a resource that accounts can hold. Policies refer to it by the oid of the role that grants it. */
export const Entitlement = Type.Object({
  roleOid: Uuid,
  name: Type.String(),
  resourceId: Uuid,
  resourceName: Text,
});
export type Entitlement = Static<typeof Entitlement>;

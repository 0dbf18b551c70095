/** The people who hold an entitlement, those who lack it, and why. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { ListedPerson } from "./directory.ts";

/** How a policy, or an access role, reaches a person. */
export const PolicyPath = Type.Object({
  /** The org that has the policy, or the access role that is assigned to the person. */
  oid: Uuid,
  /** Names from that org down to the org that the person belongs to; empty for an assigned role. */
  names: Type.Array(Text),
  /** The access role that grants the entitlement; absent if the policy itself does. */
  role: Type.Optional(Type.Object({ oid: Uuid, name: Text })),
});
export type PolicyPath = Static<typeof PolicyPath>;

export const Holder = Type.Object({
  ...ListedPerson.properties,
  /** Names of the person's accounts that hold the entitlement; empty for a person who lacks it. */
  accounts: Type.Array(Personal(Type.String())),
  /** The policies that grant it to the person; empty: none does. */
  paths: Type.Array(PolicyPath),
  /**
   * The case that is not settled about a holder without a policy, or about a person who lacks it despite one; null also if
   * the user sees no cases. Absent in logs of earlier builds.
   */
  caseId: Type.Optional(Nullable(Uuid)),
});
export type Holder = Static<typeof Holder>;

/** Members of the org and of the orgs below it, or all people of the directory, each counted once. */
export const HolderCounts = Type.Object({
  entitlement: Type.Object({ roleOid: Uuid, name: Type.String(), resourceName: Text }),
  /** The org whose members are counted; null: all people. Absent in logs of earlier builds. */
  orgName: Type.Optional(Nullable(Text)),
  members: Count,
  holders: Count,
  /** Of the holders, those to whom no policy grants it. */
  outsidePolicy: Count,
  /** Of the others, those to whom a policy grants it. */
  missing: Count,
});
export type HolderCounts = Static<typeof HolderCounts>;

export const HOLDER_GROUPS = ["holders", "lackers"] as const;
export const HolderGroup = OneOf(HOLDER_GROUPS);

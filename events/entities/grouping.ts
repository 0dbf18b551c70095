/** Groups of orgs. A group is an org that holds other orgs, which inherit its policy. */
import { Type, type Static } from "typebox";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { Typed } from "../kernel/redaction.ts";
import { OrgTypeSchema } from "./org.ts";

/** An org in the tree of its type. */
export const TreeOrg = Type.Object({
  oid: Uuid,
  displayName: Text,
  orgType: OrgTypeSchema,
  /** Null only for the root. */
  parentOid: Nullable(Uuid),
  isGroup: Type.Boolean(),
  /** Increases with each change of the name or the parent. */
  version: Count,
  /** Distinct identities in the org or below it. */
  memberCount: Count,
  /** Entitlements and access roles in the org's own policy. */
  inducementCount: Count,
  /** Those of them that are access roles. Absent in logs of earlier builds. */
  roleCount: Type.Optional(Count),
  /** Direct children. */
  childCount: Count,
});
export type TreeOrg = Static<typeof TreeOrg>;

/** An org as a client knows it. A change based on another version is refused. */
export const OrgVersion = Type.Object({ oid: Uuid, version: Count });
export type OrgVersion = Static<typeof OrgVersion>;

/** Lists of orgs outside of groups: those that have members, and those that have none. */
export const LOOSE_LISTS = ["ungrouped", "inactive"] as const;
export type LooseList = (typeof LOOSE_LISTS)[number];

/** All orgs of a list that match a text, except some. */
export const LooseChoice = Type.Object({
  list: OneOf(LOOSE_LISTS),
  contains: Type.Optional(Typed(Text)),
  except: Type.Array(Uuid, { maxItems: 1000 }),
});
export type LooseChoice = Static<typeof LooseChoice>;

/** What happens to orgs: they are created, renamed or moved, or deleted. */
export const ORG_CHANGES = ["ADD", "REPLACE", "DELETE"] as const;
export type OrgChangeKind = (typeof ORG_CHANGES)[number];

/** A change of groups, which is undone as a whole. */
export const GroupChange = Type.Object({
  id: Uuid,
  at: Instant,
  /** Username. */
  actor: Text,
  orgType: OrgTypeSchema,
  change: OneOf(ORG_CHANGES),
  /** The group that was created, changed or deleted, or into which orgs were moved; null for the top level and for several groups. */
  group: Nullable(Type.Object({ oid: Uuid, displayName: Text })),
  /** Null unless the group was renamed. */
  formerName: Nullable(Text),
  /** Groups that were created. */
  created: Count,
  /** Orgs that were moved. */
  moved: Count,
  /** The change that this one took back. */
  undoes: Nullable(Uuid),
  undoneBy: Nullable(Uuid),
});
export type GroupChange = Static<typeof GroupChange>;

/** Orgs outside of groups whose names say that they belong together. */
export const GroupSuggestion = Type.Object({
  name: Text,
  /** The group at the top level that has this name already; null: it would be created. */
  groupOid: Nullable(Uuid),
  orgs: Type.Array(
    Type.Object({ oid: Uuid, version: Count, displayName: Text, memberCount: Count }),
  ),
});
export type GroupSuggestion = Static<typeof GroupSuggestion>;

/** What a change of groups means for people. */
export const GroupingEffect = Type.Object({
  orgs: Count,
  /** Distinct people in these orgs. */
  people: Count,
  /** Policy entries that at least some of these orgs inherit only after the change. */
  gained: Count,
  /** Policy entries that at least some of these orgs no longer inherit. */
  lost: Count,
});
export type GroupingEffect = Static<typeof GroupingEffect>;

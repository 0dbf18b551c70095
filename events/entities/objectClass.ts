/** What a connected system stores: its kinds of objects and their attributes. */
import { Type, type Static } from "typebox";
import { Nullable, OneOf, Text } from "./common.ts";

/** When a system takes two texts for the same value. Named after the matching rules of LDAP and the types of SQL. */
export const EQUALITIES = [
  "exact",
  /** Case is ignored, spaces are not. */
  "ignoreCase",
  /** Spaces around the text, and how many are between words, are ignored. */
  "caseExact",
  /** The same, and case. */
  "caseIgnore",
  "distinguishedName",
  "telephoneNumber",
  "numericString",
  "integer",
  "decimal",
  "boolean",
  "uuid",
  /** Spaces at the end are ignored. */
  "padded",
  "instant",
  /** A time without a zone. */
  "localTime",
  "date",
] as const;
export type Equality = (typeof EQUALITIES)[number];

export const SchemaAttribute = Type.Object({
  name: Text,
  multiple: Type.Boolean(),
  required: Type.Boolean(),
  writable: Type.Boolean(),
  /** Whether the system reports its values. Missing: true. */
  readable: Type.Optional(Type.Boolean()),
  /** Missing: exact. */
  equality: Type.Optional(OneOf(EQUALITIES)),
});
export type SchemaAttribute = Static<typeof SchemaAttribute>;

/** A kind of objects, such as inetOrgPerson. Resources group them by resource id. */
export const ObjectClass = Type.Object({
  name: Text,
  role: OneOf(["account", "entitlement"]),
  /** The attribute with the id. */
  idAttribute: Text,
  /** The attribute with the name that people know it by. */
  nameAttribute: Text,
  /** Of an entitlement class: the attribute that names its members. Null if accounts name their entitlements. */
  memberAttribute: Nullable(Text),
  attributes: Type.Array(SchemaAttribute),
});
export type ObjectClass = Static<typeof ObjectClass>;

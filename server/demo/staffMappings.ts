/** Field mappings and correlation rules of the demo's staff directory. */
import type { RuleContent } from "#events/entities/correlation.ts";
import type { MappingConfig, MappingDraft } from "#events/entities/mapping.ts";
import { schemaIdOf } from "#events/rules/mappings/fields.ts";
import { STAFF_NAMES, type STAFF_COLUMNS } from "./staffDirectoryFile.ts";

type Column = (typeof STAFF_COLUMNS)[number];

const PLAIN: MappingConfig = {
  target: "attribute",
  kind: "Basic",
  separator: " ",
  template: "",
  dn: null,
};

function toColumn(
  column: Column,
  fields: readonly string[],
  more: Partial<MappingDraft> = {},
): MappingDraft {
  return {
    direction: "outbound",
    strength: "strong",
    customCode: "",
    resourceSchemaId: schemaIdOf("account", column),
    midpointUserFieldId: null,
    authoritative: true,
    tolerant: false,
    mappingType: "STANDARD",
    condition: "",
    config: PLAIN,
    locked: false,
    iterationToken: false,
    attributes: fields.map((midpointUserFieldId, position) => ({
      type: "FIELD",
      midpointUserFieldId,
      resourceSchemaId: null,
      staticContent: "",
      position,
      formats: [],
    })),
    ...more,
  };
}

export const STAFF_MAPPINGS: readonly MappingDraft[] = [
  // Everybody has an account.
  toColumn("uid", [], {
    resourceSchemaId: null,
    mappingType: "CUSTOM",
    customCode: "true",
    config: { ...PLAIN, target: "existence" },
  }),
  toColumn("uid", ["username"], { locked: true }),
  toColumn("dn", ["username"], { config: { ...PLAIN, dn: STAFF_NAMES } }),
  toColumn("cn", ["givenName", "familyName"], {
    config: { ...PLAIN, kind: "Template", template: "{1} {2}" },
  }),
  toColumn("givenName", ["givenName"]),
  toColumn("sn", ["familyName"]),
  toColumn("mail", ["email"]),
  toColumn("title", ["jobTitle"]),
  toColumn("ou", ["department"]),
  toColumn("employeeNumber", ["externalId"]),
];

function rule(
  midpointUserFieldId: RuleContent["midpointUserFieldId"],
  column: Column,
  more: Partial<RuleContent>,
): RuleContent {
  return {
    midpointUserFieldId,
    method: "exact",
    threshold: 0.8,
    nicknames: false,
    tier: 1,
    weight: null,
    attributes: [{ type: "field", resourceSchemaId: column, staticContent: null, position: 1 }],
    ...more,
  };
}

export const STAFF_RULES: readonly RuleContent[] = [
  rule("externalId", "employeeNumber", { method: "levenshtein" }),
  rule("email", "mail", { method: "normalised" }),
  rule("fullName", "cn", { method: "trigram", nicknames: true }),
];

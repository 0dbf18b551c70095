/** Field mappings and correlation rules of the demo's staff directory. */
import type { RuleContent } from "#events/entities/correlation.ts";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { existence, ofAccount, PLAIN, rule, toAttribute } from "./mappingDrafts.ts";
import { STAFF_NAMES, type STAFF_COLUMNS } from "./staffDirectoryFile.ts";

type Column = (typeof STAFF_COLUMNS)[number];

function toColumn(
  column: Column,
  fields: readonly string[],
  more: Partial<MappingDraft> = {},
): MappingDraft {
  return toAttribute(fields, ofAccount(column), { tolerant: false, ...more });
}

export const STAFF_MAPPINGS: readonly MappingDraft[] = [
  // Everybody has an account.
  existence("true"),
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

const onColumn = (
  field: RuleContent["midpointUserFieldId"],
  column: Column,
  more: Partial<RuleContent>,
) => rule(field, [column], more);

export const STAFF_RULES: readonly RuleContent[] = [
  onColumn("externalId", "employeeNumber", { method: "levenshtein" }),
  onColumn("email", "mail", { method: "normalised" }),
  onColumn("fullName", "cn", { method: "trigram", nicknames: true }),
];

/** Field mappings and correlation rules of the demo's connected systems. */
import type { RuleContent } from "#events/entities/correlation.ts";
import type { MappingDraft, Transform } from "#events/entities/mapping.ts";
import { EXTENSION, schemaIdOf } from "#events/rules/mappings/fields.ts";
import { draft, existence, ofAccount, PLAIN, rule, source, toAttribute } from "./mappingDrafts.ts";
import { STAFF_NAMES } from "./staffDirectoryFile.ts";
import { TERMINAL_TEAM } from "./terminalFile.ts";

const ofLdap = (name: string) => schemaIdOf("inetOrgPerson", name);

function fromColumn(
  column: string,
  midpointUserFieldId: string,
  transforms: readonly Transform[] = [],
  more: Partial<MappingDraft> = {},
): MappingDraft {
  const resourceSchemaId = ofAccount(column);
  return draft({
    direction: "inbound",
    midpointUserFieldId,
    attributes: [source(0, { resourceSchemaId, transforms })],
    ...more,
  });
}

const USERNAME = `(account["First name"].trim().first(1) + account["Last name"])
  .plain().lower().replace(" ", "").replace("'", "").replace("-", "") + token`;

export const HR_MAPPINGS: readonly MappingDraft[] = [
  fromColumn("Employee no", "externalId", ["TRIM_SPACES"], { locked: true }),
  fromColumn("First name", "givenName", ["TRIM_SPACES"]),
  fromColumn("Last name", "familyName", ["TRIM_SPACES"]),
  fromColumn("Work email", "email", ["TRIM_SPACES", "LOWERCASE"]),
  draft({
    direction: "inbound",
    midpointUserFieldId: "username",
    strength: "weak",
    mappingType: "CUSTOM",
    customCode: USERNAME,
    iterationToken: true,
  }),
  fromColumn("Position", "jobTitle", ["TRIM_SPACES"]),
  fromColumn("Department", "department"),
  fromColumn("Site", "location"),
  fromColumn("Reports to", "manager"),
  fromColumn("Cost centre", `${EXTENSION}costCentre`),
  fromColumn("Contract", `${EXTENSION}employment`),
  fromColumn("Start date", `${EXTENSION}startDate`, [], { strength: "weak" }),
];

/** Not published yet. */
export const HR_DRAFT: MappingDraft = draft({
  direction: "inbound",
  midpointUserFieldId: `${EXTENSION}displayName`,
  config: { ...PLAIN, kind: "Template", template: "{2}, {1}" },
  attributes: ["First name", "Last name"].map((column, position) =>
    source(position, { resourceSchemaId: ofAccount(column), transforms: ["TRIM_SPACES"] }),
  ),
});

export const KEY_MAPPINGS: readonly MappingDraft[] = [
  existence(`identity.jobTitle == "Branch Manager"`),
  toAttribute(["username"], ofAccount("name"), {}, ["UPPERCASE"]),
  toAttribute(["location"], ofAccount("cabinet")),
  toAttribute(["givenName", "familyName"], ofAccount("label"), {
    config: { ...PLAIN, separator: " " },
  }),
];

export const TERMINAL_MAPPINGS: readonly MappingDraft[] = [
  existence(`identity.department == "${TERMINAL_TEAM}"`),
  toAttribute(["username"], ofAccount("Login"), { strength: "weak" }),
  toAttribute(["externalId"], ofAccount("Employee no"), { tolerant: false }),
  toAttribute(["givenName", "familyName"], ofAccount("Name"), {
    tolerant: false,
    config: { ...PLAIN, separator: " " },
  }),
  toAttribute(["email"], ofAccount("Mail"), { tolerant: false }),
  toAttribute(["location"], ofAccount("Desk"), { tolerant: false }),
];

export const DIRECTORY_MAPPINGS: readonly MappingDraft[] = [
  toAttribute(["username"], ofLdap("uid"), { iterationToken: true }),
  toAttribute(["givenName"], ofLdap("givenName")),
  toAttribute(["familyName"], ofLdap("sn")),
  toAttribute(["givenName", "familyName"], ofLdap("cn"), {
    config: { ...PLAIN, kind: "Template", template: "{1} {2}" },
  }),
  toAttribute(["email"], ofLdap("mail"), { strength: "normal" }, ["LOWERCASE"]),
  toAttribute(["username"], ofLdap("dn"), {
    config: {
      ...PLAIN,
      dn: { ...STAFF_NAMES, base: "dc=harborvale,dc=example" },
    },
  }),
];

export const BADGE_RULES: readonly RuleContent[] = [
  rule("externalId", ["Employee no"], { method: "levenshtein" }),
  rule("email", ["Mail"], { method: "normalised" }),
  rule("fullName", ["Holder"], { method: "trigram", nicknames: true }),
  rule("location", ["Site"], { method: "normalised" }),
];

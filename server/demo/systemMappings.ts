/** Field mappings and correlation rules of the demo's connected systems. */
import type { AttributeInput, RuleContent } from "#events/entities/correlation.ts";
import type {
  MappingAttributeDraft,
  MappingDraft,
  MappingFormat,
  Transform,
} from "#events/entities/mapping.ts";
import { EXTENSION, schemaIdOf } from "#events/rules/mappings/fields.ts";
import { TERMINAL_TEAM } from "./terminalFile.ts";

const ofAccount = (name: string) => schemaIdOf("account", name);
const ofLdap = (name: string) => schemaIdOf("inetOrgPerson", name);
const formatsOf = (transforms: readonly Transform[]): MappingFormat[] =>
  transforms.map((transform) => ({ transform }));

function source(
  position: number,
  {
    transforms = [],
    ...more
  }: Partial<MappingAttributeDraft> & { transforms?: readonly Transform[] },
): MappingAttributeDraft {
  return {
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId: null,
    staticContent: "",
    position,
    formats: formatsOf(transforms),
    ...more,
  };
}

const PLAIN = {
  target: "attribute",
  kind: "Basic",
  separator: "",
  template: "",
  dn: null,
} as const;

type Draft = Partial<MappingDraft> & Pick<MappingDraft, "direction">;

function draft(more: Draft): MappingDraft {
  return {
    strength: "strong",
    customCode: "",
    resourceSchemaId: null,
    midpointUserFieldId: null,
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config: PLAIN,
    locked: false,
    iterationToken: false,
    attributes: [],
    ...more,
  };
}

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

function toAttribute(
  fields: readonly string[],
  resourceSchemaId: string,
  more: Partial<MappingDraft> = {},
  transforms: readonly Transform[] = [],
): MappingDraft {
  return draft({
    direction: "outbound",
    resourceSchemaId,
    attributes: fields.map((midpointUserFieldId, position) =>
      source(position, { midpointUserFieldId, transforms }),
    ),
    ...more,
  });
}

const IS_BRANCH_MANAGER = 'identity.jobTitle == "Branch Manager"';

export const KEY_MAPPINGS: readonly MappingDraft[] = [
  draft({
    direction: "outbound",
    config: { ...PLAIN, target: "existence" },
    mappingType: "CUSTOM",
    customCode: IS_BRANCH_MANAGER,
  }),
  toAttribute(["username"], ofAccount("name"), {}, ["UPPERCASE"]),
  toAttribute(["location"], ofAccount("cabinet")),
  toAttribute(["givenName", "familyName"], ofAccount("label"), {
    config: { ...PLAIN, separator: " " },
  }),
];

export const TERMINAL_MAPPINGS: readonly MappingDraft[] = [
  draft({
    direction: "outbound",
    config: { ...PLAIN, target: "existence" },
    mappingType: "CUSTOM",
    customCode: `identity.department == "${TERMINAL_TEAM}"`,
  }),
  toAttribute(["username"], ofAccount("Login"), { strength: "weak" }),
  toAttribute(["externalId"], ofAccount("Employee no"), { tolerant: false }),
  toAttribute(["givenName", "familyName"], ofAccount("Name"), {
    tolerant: false,
    config: { ...PLAIN, separator: " " },
  }),
  toAttribute(["email"], ofAccount("Mail"), { tolerant: false }),
  toAttribute(["location"], ofAccount("Desk"), { tolerant: false }),
];

const UNITS: readonly (readonly [department: string, path: string])[] = [
  ["Retail Branches", "ou=Branches"],
  ["Contact Centre", "ou=Service"],
  ["Internal Audit", "ou=Control,ou=Head Office"],
  ["Compliance", "ou=Control,ou=Head Office"],
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
      dn: {
        rdnAttribute: "uid",
        base: "dc=harborvale,dc=example",
        unitSource: "department",
        units: UNITS.map(([value, path]) => ({ value, path })),
        fallback: "ou=Head Office",
      },
    },
  }),
];

function rule(
  midpointUserFieldId: RuleContent["midpointUserFieldId"],
  columns: readonly string[],
  more: Partial<RuleContent>,
): RuleContent {
  const attributes: AttributeInput[] = columns.map((resourceSchemaId, at) => ({
    type: "field",
    resourceSchemaId,
    staticContent: null,
    position: at + 1,
  }));
  return {
    midpointUserFieldId,
    method: "exact",
    threshold: 0.8,
    nicknames: false,
    tier: 1,
    weight: null,
    attributes,
    ...more,
  };
}

export const BADGE_RULES: readonly RuleContent[] = [
  rule("externalId", ["Employee no"], { method: "levenshtein" }),
  rule("email", ["Mail"], { method: "normalised" }),
  rule("fullName", ["Holder"], { method: "trigram", nicknames: true }),
  rule("location", ["Site"], { method: "normalised" }),
];

/** Thirty inbound mappings of an HR system, like those of a large client: pipelines, templates, conditions and code. */
import type {
  Mapping,
  MappingAttribute,
  MappingFormat,
  Transform,
} from "#events/entities/mapping.ts";

/** The attributes of an account. */
const ATTRIBUTES = ["id", "first", "last", "title", "department", "city", "boss", "phone"];
const OBJECT_CLASS = "account";

type More = Partial<Omit<Mapping, "attributes">>;

const idOf = (no: number) => `00000000-0000-4000-8000-${String(no).padStart(12, "0")}`;

function source(
  mappingId: string,
  name: string,
  position: number,
  formats: readonly MappingFormat[],
): MappingAttribute {
  return {
    id: idOf(1000 + position),
    mappingId,
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId: `${OBJECT_CLASS}/${name}`,
    staticContent: "",
    position,
    formats: [...formats],
  };
}

interface Plan {
  readonly target: string;
  readonly sources: readonly string[];
  readonly transforms?: readonly Transform[];
  readonly template?: string;
  readonly more?: More;
}

const code = (target: string, customCode: string): Plan => ({
  target,
  sources: [],
  more: { mappingType: "CUSTOM", customCode },
});
const copies = ["city", "boss", "phone", "title", "department"];

const PLANS: readonly Plan[] = [
  { target: "externalId", sources: ["id"] },
  {
    target: "username",
    sources: ["first", "last"],
    template: "{1}.{2}",
    transforms: ["LOWERCASE"],
  },
  { target: "givenName", sources: ["first"], transforms: ["TRIM_SPACES", "TITLE_CASE"] },
  { target: "familyName", sources: ["last"], transforms: ["TRIM_SPACES", "TITLE_CASE"] },
  code(
    "email",
    `account.first.plain().lower() + "." + account.last.plain().lower() + "@example.com"`,
  ),
  { target: "jobTitle", sources: ["title"] },
  { target: "department", sources: ["department"], more: { strength: "normal" } },
  { target: "location", sources: ["city"], more: { strength: "weak" } },
  { target: "manager", sources: ["boss"], more: { condition: `account.boss != ""` } },
  code("extension/initials", "account.first.first(1) + account.last.first(1)"),
  code("extension/isLead", `account.title.matches("^Title [0-4]$") ? "yes" : "no"`),
  {
    target: "extension/badge",
    sources: ["id"],
    more: { mappingType: "ADVANCED", customCode: `"B-" + value` },
  },
  { target: "extension/office", sources: ["city", "department"], template: "{1} – {2}" },
  { target: "extension/sortName", sources: ["last", "first"], more: { condition: "active" } },
  ...copies.map((name): Plan => ({
    target: `extension/upper-${name}`,
    sources: [name],
    transforms: ["UPPERCASE"],
  })),
  ...copies.map((name): Plan => ({
    target: `extension/camel-${name}`,
    sources: [name],
    transforms: ["CAMEL_CASE"],
  })),
  ...copies.map((name): Plan => ({
    target: `extension/short-${name}`,
    sources: [name],
    transforms: ["SUBSTRING"],
  })),
  { target: "extension/label", sources: ["first", "last", "title"], template: "{1} {2}, {3}" },
];

/** @returns 30 mappings, each of another field. */
export function benchMappings(resourceId: string): Mapping[] {
  return PLANS.map(({ target, sources, transforms = [], template, more }, no) => {
    const id = idOf(no + 1);
    const formats = transforms.map((transform) =>
      transform === "SUBSTRING" ? { transform, start: 0, length: 3 } : { transform },
    );
    return {
      id,
      resourceId,
      direction: "inbound",
      strength: "strong",
      customCode: "",
      resourceSchemaId: null,
      midpointUserFieldId: target,
      authoritative: true,
      tolerant: true,
      mappingType: "STANDARD",
      condition: "",
      config: {
        target: "attribute",
        kind: template === undefined ? "Basic" : "Template",
        separator: " ",
        template: template ?? "",
        dn: null,
      },
      locked: false,
      iterationToken: false,
      attributes: sources.map((name, position) => source(id, name, position, formats)),
      ...more,
    };
  });
}

export const OBJECT_CLASSES = [
  {
    name: OBJECT_CLASS,
    role: "account",
    idAttribute: "id",
    nameAttribute: "id",
    memberAttribute: null,
    attributes: ATTRIBUTES.map((name) => ({
      name,
      multiple: false,
      required: name === "id",
      writable: false,
    })),
  },
];

/** Random mappings, people and values, with what the reference needs to know of their code. */
import fc from "fast-check";
import type {
  DnConfig,
  Mapping,
  MappingAttribute,
  MappingFormat,
} from "#events/entities/mapping.ts";
import { ReferenceProblem, type Code, type Condition, type Fields } from "./reference.ts";
import { mappingOf, sourceOf } from "./support.ts";

/** Of people. */
export const FIELDS = ["givenName", "familyName", "username", "department"];
/** Values of fields and attributes. */
export const TEXTS = [
  "ann",
  "Ann",
  "ANN2",
  "Bob  Lee",
  " o'neil",
  "ÄNNE van-Dorn",
  "x@y.org",
  "jdoe",
  "2",
  "#1 ",
  String.raw`Lee, "B" + <C>; \ d=e`,
];
export const CONDITIONS: readonly Condition[] = [
  {
    code: 'identity.department == "ann"',
    holds: ({ department = [] }) => department[0] === "ann",
  },
  {
    code: 'identity.username != "" && !identity.givenName.startsWith("A")',
    holds: ({ username = [], givenName = [] }) =>
      username.length > 0 && givenName[0]?.startsWith("A") !== true,
  },
];

const first = (fields: Fields, name: string) => fields[name]?.[0] ?? "";
export const CODES: readonly Code[] = [
  {
    code: 'identity.givenName.lower() + "." + identity.familyName',
    mode: "CUSTOM",
    gives: (fields) => [
      `${first(fields, "givenName").toLowerCase()}.${first(fields, "familyName")}`,
    ],
  },
  {
    code: "all.username + all.givenName",
    mode: "CUSTOM",
    gives: ({ username = [], givenName = [] }) => [...username, ...givenName],
  },
  {
    code: "identity.username + token",
    mode: "CUSTOM",
    placesNumber: true,
    gives: (fields, _values, number) => [first(fields, "username") + number],
  },
  {
    code: "all.username[0]",
    mode: "CUSTOM",
    gives: ({ username = [] }) => {
      const [value] = username;
      if (value === undefined) throw new ReferenceProblem("codeFailed");
      return [value];
    },
  },
  {
    code: "value.upper()",
    mode: "ADVANCED",
    gives: (_fields, [value = ""]) => [value.toUpperCase()],
  },
  {
    code: 'values.map(one, one + "!")',
    mode: "ADVANCED",
    gives: (_fields, values) => values.map((one) => `${one}!`),
  },
];

export function randomFields(text: fc.Arbitrary<string>): fc.Arbitrary<Fields> {
  return fc.record(
    Object.fromEntries(FIELDS.map((name) => [name, fc.array(text, { maxLength: 1 })])),
  );
}

const format: fc.Arbitrary<MappingFormat> = fc.oneof(
  fc
    .constantFrom("UPPERCASE", "LOWERCASE", "CAMEL_CASE", "TITLE_CASE", "TRIM_SPACES")
    .map((transform) => ({ transform }) as const),
  fc
    .record(
      { start: fc.integer({ min: -12, max: 6 }), length: fc.integer({ min: 1, max: 8 }) },
      { requiredKeys: [] },
    )
    .map((range) => ({ transform: "SUBSTRING", ...range }) as const),
);
const sourceFrom = (text: fc.Arbitrary<string>): fc.Arbitrary<MappingAttribute> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...FIELDS), fc.array(format, { maxLength: 3 }))
        .map(([midpointUserFieldId, formats]) => sourceOf({ midpointUserFieldId, formats })),
    },
    {
      weight: 1,
      arbitrary: text.map((staticContent) => sourceOf({ type: "STATIC", staticContent })),
    },
  );
const distinguishedName: fc.Arbitrary<DnConfig> = fc.record({
  rdnAttribute: fc.constantFrom("cn", "uid"),
  base: fc.constantFrom("", "dc=example"),
  unitSource: fc.constantFrom(null, "department"),
  units: fc.subarray([
    { value: "ANN", path: "ou=a" },
    { value: "jdoe", path: "ou=j,ou=d" },
    { value: "#1 ", path: "" },
  ]),
  fallback: fc.constantFrom(null, "", "ou=other"),
});
/** An outbound mapping to one of the targets. @param text of static sources. */
export function randomMapping(
  targets: readonly string[],
  text: fc.Arbitrary<string>,
): fc.Arbitrary<Mapping> {
  return fc
    .record({
      resourceSchemaId: fc.constantFrom(...targets),
      strength: fc.constantFrom("weak" as const, "normal" as const, "strong" as const),
      authoritative: fc.boolean(),
      tolerant: fc.boolean(),
      iterationToken: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
      condition: fc.constantFrom("", "", "", ...CONDITIONS.map(({ code }) => code)),
      attributes: fc.array(sourceFrom(text), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom("Basic" as const, "Basic" as const, "Template" as const),
      template: fc.constantFrom("{1}", "{1}.{token}", "static", "{1}-{1}"),
      separator: fc.constantFrom("", ".", " "),
      code: fc.constantFrom(...Array.from({ length: 6 }, () => null), ...CODES),
      dn: fc.option(distinguishedName, { freq: 3 }),
    })
    .map(({ kind, template, separator, code, dn, ...rest }) =>
      mappingOf({
        ...rest,
        ...(code && { mappingType: code.mode, customCode: code.code }),
        config: { kind, template, separator, dn },
      }),
    );
}

/** The same mapping from attributes of accounts to a field of people. */
export function inboundOf(
  { resourceSchemaId, attributes, customCode, condition, ...rest }: Mapping,
  objectClass: string,
): Mapping {
  const ofAccount = (code: string) => code.replaceAll("identity.", "account.");
  return {
    ...rest,
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: resourceSchemaId,
    customCode: ofAccount(customCode),
    condition: ofAccount(condition),
    attributes: attributes.map(({ midpointUserFieldId: field, ...source }) => ({
      ...source,
      midpointUserFieldId: null,
      resourceSchemaId: field === null ? null : `${objectClass}/${field}`,
    })),
  };
}

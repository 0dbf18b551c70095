/**
 * Random sets of mappings over random people give what the plain reference gives. `PROVISION_MAPPING_SETS` says how many sets;
 * `npm run long -- mappings` takes 1,000.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type {
  DnConfig,
  Mapping,
  MappingAttribute,
  MappingDirection,
  MappingFormat,
} from "#events/entities/mapping.ts";
import { compileMappings, type MappingInput } from "#events/rules/mappings/evaluate.ts";
import { compileCel } from "#server/mappings/code/cel.ts";
import {
  ReferenceProblem,
  referenceOutcomes,
  type Code,
  type Condition,
  type Fields,
  type Outcome,
  type Person,
  type System,
} from "./reference.ts";
import { mappingOf, sourceOf } from "./support.ts";

const SETS = Number(process.env["PROVISION_MAPPING_SETS"] ?? 100);
const SEED = 20_261_126;

const FIELDS = ["givenName", "familyName", "username", "department"];
const TARGETS = ["user/login", "user/mail", "user/groups", "user/titles"];
const MULTIPLE = new Set(["user/groups", "user/titles"]);
const FOLDED = new Set(["user/mail", "user/titles"]);
const TEXTS = [
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
const CONDITIONS: readonly Condition[] = [
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
const CODES: readonly Code[] = [
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

const text = fc.constantFrom(...TEXTS);
const fields: fc.Arbitrary<Fields> = fc.record(
  Object.fromEntries(FIELDS.map((name) => [name, fc.array(text, { maxLength: 1 })])),
);
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
const source: fc.Arbitrary<MappingAttribute> = fc.oneof(
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
const mapping: fc.Arbitrary<Mapping> = fc
  .record({
    resourceSchemaId: fc.constantFrom(...TARGETS),
    strength: fc.constantFrom("weak" as const, "normal" as const, "strong" as const),
    authoritative: fc.boolean(),
    tolerant: fc.boolean(),
    iterationToken: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
    condition: fc.constantFrom("", "", "", ...CONDITIONS.map(({ code }) => code)),
    attributes: fc.array(source, { minLength: 1, maxLength: 3 }),
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
const people: fc.Arbitrary<readonly Person[]> = fc
  .array(
    fc.record({
      now: fields,
      before: fc.option(fields, { nil: null }),
      isUnchanged: fc.boolean(),
      current: fc.record(
        Object.fromEntries(
          TARGETS.map((target) => [
            target,
            fc.uniqueArray(text, { maxLength: MULTIPLE.has(target) ? 3 : 1 }),
          ]),
        ),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ isUnchanged, ...person }, at) => ({
      ...person,
      key: `P${at}`,
      before: isUnchanged ? person.now : person.before,
    })),
  );

const sourceRecord = (values: Fields, direction: MappingDirection) => ({
  objectClass: direction === "inbound" ? ACCOUNT_CLASS : null,
  values,
  active: null,
  entitlements: [],
});

const ACCOUNT_CLASS = "user";

/** The same mapping from attributes of accounts to a field of people. */
function inboundOf({
  resourceSchemaId,
  attributes,
  customCode,
  condition,
  ...rest
}: Mapping): Mapping {
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
      resourceSchemaId: field === null ? null : `${ACCOUNT_CLASS}/${field}`,
    })),
  };
}

function productOutcomes(
  system: System,
  all: readonly Person[],
  direction: MappingDirection,
): Record<string, Record<string, Outcome>> {
  const evaluate = compileMappings({
    mappings: direction === "inbound" ? system.mappings.map(inboundOf) : system.mappings,
    direction,
    isMultiple: (target) => system.multiple.has(target),
    formOf: (target) => (value) => (system.folded.has(target) ? value.toLowerCase() : value),
    compileCode: compileCel,
    held: new Map(
      TARGETS.map((target) => [
        target,
        all.flatMap(({ key, current }) =>
          (current[target] ?? []).map((value) => [value, key] as const),
        ),
      ]),
    ),
  });
  return Object.fromEntries(
    all.map(({ key, now, before, current }) => {
      const input: MappingInput = {
        key,
        now: sourceRecord(now, direction),
        before: before && sourceRecord(before, direction),
        target: current,
      };
      const outcomes = evaluate(input).map(
        ({ target, after, problem }) =>
          [target, problem ? { problem: problem.code } : after] as const,
      );
      return [key, Object.fromEntries(outcomes)];
    }),
  );
}

test(`[MAP-6] [MAP-10] [MAP-11] [MAP-12] [MAP-13] ${SETS} random sets of mappings give what the reference gives`, () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), people, (mappings, all) => {
      const system = {
        mappings,
        conditions: CONDITIONS,
        codes: CODES,
        multiple: MULTIPLE,
        folded: FOLDED,
      };
      expect(productOutcomes(system, all, "outbound")).toEqual(referenceOutcomes(system, all));
    }),
    { seed: SEED, numRuns: SETS, endOnFailure: false },
  );
}, 600_000);

test(`[MAP-4] [MAP-12] ${SETS} random sets of inbound mappings give what the reference gives`, () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), people, (drawn, some) => {
      // Fields of people have one value, and no distinguished names.
      const firstOnly = ([target, values]: readonly [string, readonly string[]]) =>
        [target, values.slice(0, 1)] as const;
      const all = some.map((person) => ({
        ...person,
        current: Object.fromEntries(Object.entries(person.current).map(firstOnly)),
      }));
      const mappings = drawn.map((one) => ({ ...one, config: { ...one.config, dn: null } }));
      const system = {
        mappings,
        conditions: CONDITIONS,
        codes: CODES,
        multiple: new Set<string>(),
        folded: FOLDED,
      };
      expect(productOutcomes(system, all, "inbound")).toEqual(referenceOutcomes(system, all));
    }),
    { seed: SEED + 1, numRuns: SETS, endOnFailure: false },
  );
}, 600_000);
